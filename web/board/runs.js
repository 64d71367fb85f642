// @ts-check

/**
 * Equal neighbours taken together.
 * @template T
 * @param {readonly T[]} items
 * @returns {{ item: T, times: number }[]}
 */
export function runsOf(items) {
  /** @type {{ item: T, times: number }[]} */
  const runs = [];
  for (const item of items) {
    const last = runs[runs.length - 1];
    if (last?.item === item) last.times += 1;
    else runs.push({ item, times: 1 });
  }
  return runs;
}
