/**
 * A character of which only the beginning is known. A model's tokens may end inside of one: in the bytes of its UTF-8 form,
 * or, in JavaScript text, between the two halves of a surrogate pair. The code point is somewhere from `low` to `high`.
 */
export type PartialCharacter = {
  readonly unit: "byte" | "surrogate";
  /** Bytes still to come. */
  readonly missing: number;
  readonly low: number;
  readonly high: number;
  /** The bits read so far. */
  readonly value: number;
};

/** First bytes of UTF-8 by RFC 3629: their payload, and the smallest code point that needs this many bytes. */
const LEADS = [
  { from: 0x00, to: 0x7f, missing: 0, smallest: 0 },
  { from: 0xc2, to: 0xdf, missing: 1, smallest: 0x80 },
  { from: 0xe0, to: 0xef, missing: 2, smallest: 0x800 },
  { from: 0xf0, to: 0xf4, missing: 3, smallest: 0x10000 },
] as const;

const PAYLOAD_MASKS = [0x7f, 0x1f, 0x0f, 0x07] as const;

/** The character after one more byte (`missing` is 0 once it is whole), or null where UTF-8 forbids that byte. */
export function addByte(partial: PartialCharacter | null, byte: number): PartialCharacter | null {
  if (partial === null) {
    const lead = LEADS.find(({ from, to }) => byte >= from && byte <= to);
    if (lead === undefined) return null;
    return withBits({ value: byte & PAYLOAD_MASKS[lead.missing], missing: lead.missing, low: lead.smallest });
  }
  if (partial.unit !== "byte" || byte < 0x80 || byte > 0xbf) return null;
  const added = withBits({
    value: partial.value * 64 + (byte & 0x3f),
    missing: partial.missing - 1,
    low: partial.low,
  });
  return added.low <= added.high ? added : null;
}

/** The characters that a high surrogate can begin. */
export function halfPair(highSurrogate: number): PartialCharacter {
  const low = 0x10000 + (highSurrogate - 0xd800) * 0x400;
  return { unit: "surrogate", missing: 1, low, high: low + 0x3ff, value: highSurrogate };
}

function withBits(bits: {
  readonly value: number;
  readonly missing: number;
  readonly low: number;
}): PartialCharacter {
  const scale = 64 ** bits.missing;
  const low = Math.max(bits.low, bits.value * scale);
  return { unit: "byte", missing: bits.missing, low, high: (bits.value + 1) * scale - 1, value: bits.value };
}
