// @ts-check
// What is fetched only when it is wanted. Where it cannot be had, one is told, and can try again.

/**
 * @template T
 * @param {Pick<import('./context.js').Context, 'say' | 'toast'>} context
 * @param {Promise<T>} coming
 * @returns {Promise<T | null>}
 */
export async function late({ say, toast }, coming) {
  try {
    return await coming;
  } catch {
    toast(say('web.error.server'));
    return null;
  }
}
