// @ts-check
import { ApiError } from './api.js';

/** @typedef {import('./context.js').Context} Context */

/**
 * Why something did not work, in words that say what to do next.
 * @param {Context} context
 * @param {unknown} error
 */
export function failureText(context, error) {
  const text = error instanceof ApiError ? error.message : '';
  return text || context.say('web.error.server');
}
