/** Code points from `low` to `high`, both included. Lists of ranges are sorted and disjoint and hold no surrogates. */
export type CodePointRange = readonly [low: number, high: number];

export const MAX_CODE_POINT = 0x10ffff;

const SURROGATES: CodePointRange = [0xd800, 0xdfff];

/** Every Unicode scalar value: what a character of well-formed text can be. */
export const ANY_CODE_POINT: readonly CodePointRange[] = [
  [0, SURROGATES[0] - 1],
  [SURROGATES[1] + 1, MAX_CODE_POINT],
];

/** Sorts, merges and clips: a surrogate is no character of UTF-8 text, so no range may hold one. */
export function normalizeRanges(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  return intersect(merge(ranges), ANY_CODE_POINT);
}

/** Everything that is in none of the ranges. The argument must be normalized. */
export function negateRanges(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  const gaps: CodePointRange[] = [];
  let next = 0;
  for (const [low, high] of ranges) {
    if (low > next) gaps.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= MAX_CODE_POINT) gaps.push([next, MAX_CODE_POINT]);
  return intersect(gaps, ANY_CODE_POINT);
}

export function rangesHold(ranges: readonly CodePointRange[], codePoint: number): boolean {
  return rangesMeet(ranges, codePoint, codePoint);
}

/** True when some code point from `low` to `high` is in the ranges. A binary search: classes may have thousands of ranges. */
export function rangesMeet(ranges: readonly CodePointRange[], low: number, high: number): boolean {
  let first = 0;
  let last = ranges.length - 1;
  while (first <= last) {
    const middle = (first + last) >> 1;
    const range = ranges[middle]!;
    if (high < range[0]) last = middle - 1;
    else if (low > range[1]) first = middle + 1;
    else return true;
  }
  return false;
}

function merge(ranges: readonly CodePointRange[]): CodePointRange[] {
  const sorted = [...ranges].sort((left, right) => left[0] - right[0]);
  const merged: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

function intersect(
  left: readonly CodePointRange[],
  right: readonly CodePointRange[],
): readonly CodePointRange[] {
  const both: CodePointRange[] = [];
  let leftIndex = 0;
  let rightIndex = 0;
  while (leftIndex < left.length && rightIndex < right.length) {
    const a = left[leftIndex]!;
    const b = right[rightIndex]!;
    const low = Math.max(a[0], b[0]);
    const high = Math.min(a[1], b[1]);
    if (low <= high) both.push([low, high]);
    if (a[1] < b[1]) leftIndex++;
    else rightIndex++;
  }
  return both;
}
