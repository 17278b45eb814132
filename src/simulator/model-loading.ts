import type { IncomingMessage } from "node:http";
import { delay } from "./http-answer.ts";
import type { Profile } from "./profile.ts";

/** Whether the model is there: loaded at the start where the server says that it loads, by the first request elsewhere. */
export class ModelLoading {
  readonly #loadMs: number;
  readonly #abortsOnDisconnect: boolean;
  readonly #beginsAtStart: boolean;
  #loadedAt: number | null = null;

  constructor({ loading, loadAbortsOnDisconnect }: Profile, loadMs: number) {
    this.#loadMs = loadMs;
    this.#abortsOnDisconnect = loadAbortsOnDisconnect === true;
    this.#beginsAtStart = loading !== undefined;
    this.restart();
  }

  /** As after a start of the server: nothing is loaded. */
  restart(): void {
    this.#loadedAt = this.#beginsAtStart ? Date.now() + this.#loadMs : null;
  }

  get isLoading(): boolean {
    return this.#loadMs > 0 && (this.#loadedAt === null || Date.now() < this.#loadedAt);
  }

  /** Waits for the model. False when the client hung up: the load is then given up where the server does that. */
  async wait({ socket }: IncomingMessage): Promise<boolean> {
    while (this.isLoading) {
      // Again in every round: another client may have hung up and ended the load that this one waits for.
      this.#loadedAt ??= Date.now() + this.#loadMs;
      await delay(10);
      if (!socket.destroyed) continue;
      if (this.#abortsOnDisconnect) this.#loadedAt = null;
      return false;
    }
    return true;
  }
}
