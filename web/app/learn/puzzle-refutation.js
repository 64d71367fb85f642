// @ts-check
// What the computer answers to a wrong turn.

/** @typedef {import('../study/engine.js').Thought} Thought */

/** So long it looks. */
const SECONDS = 2;

/**
 * What is thought of a position in the end; nothing if nobody answers: a wrong turn is wrong all the same.
 * @param {Pick<import('../context.js').Context, 'api'>} context
 * @param {import('../study/types.js').NodeRequest} request
 * @param {AbortSignal} signal
 * @returns {Promise<Thought | null>}
 */
export async function thoughtAbout({ api }, request, signal) {
  /** @type {Thought[]} */
  const thoughts = [];
  try {
    await api.analyse({ ...request, lines: 1, seconds: SECONDS }, signal, (news) => {
      if (news.type !== 'queued' && news.type !== 'done') thoughts.push(news);
    });
  } catch {
    return null;
  }
  return thoughts[thoughts.length - 1] ?? null;
}
