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

/** A rule and what it says, behind the turn and the step that it was said of. */
const CITED = /(?:^|\P{L})(([ATZ]\d+)\s?: .*)$/su;

/**
 * What a turn that was only tried is refused with: which turn or step of it that would have been is nobody's question.
 * @param {Context} context
 * @param {unknown} error
 * @returns {{ text: string, rule: string | null }}
 */
export function refusalOf(context, error) {
  const said = failureText(context, error);
  const [, text = said, rule = null] = CITED.exec(said) ?? [];
  return { text, rule };
}
