import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

type XGrammar = {
  readonly Grammar: { readonly fromEBNF: (text: string) => Promise<object> };
  readonly Testings: { readonly isGrammarAcceptString: (grammar: object, text: string) => Promise<boolean> };
};

/**
 * The engine behind vLLM's `structured_outputs`, as WebAssembly. The package calls itself an ES module and ships a UMD bundle, so
 * Node loads it only under another file name.
 */
export function loadXGrammar(): XGrammar {
  const require = createRequire(import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), "slmcode-xgrammar-"));
  try {
    const copy = join(folder, "xgrammar.cjs");
    copyFileSync(require.resolve("@mlc-ai/web-xgrammar"), copy);
    return require(copy) as XGrammar;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
