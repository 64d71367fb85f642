// @ts-check
// A game that is over, judged turn by turn as the server gets on with it: what is known so far, and its place in the queue.

import { ApiError } from '../api.js';
import { failureText } from '../failure-text.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {import('./types.js').RoundNumbers} RoundNumbers */
/**
 * @typedef {object} Report
 * @property {'none' | 'queued' | 'running' | 'done' | 'failed' | 'refused'} status refused while the game is being played
 * @property {number} ahead
 * @property {number} done
 * @property {number} all
 * @property {ReadonlyMap<string, JudgedTurn>} turns by `ROUND.TURN`
 * @property {readonly RoundNumbers[]} rounds
 * @property {string} text why it failed
 */

/** The answer about a game that is not over. */
const STILL_PLAYED = 409;
/** @type {Report} */
const NOTHING = { status: 'none', ahead: 0, done: 0, all: 0, turns: new Map(), rounds: [], text: '' };

/** What behind a turn tells how it was judged. @type {Record<import('./types.js').Mark, string>} */
export const MARK_GLYPHS = { good: '!', doubtful: '?!', error: '?', blunder: '??' };

/** The report after one more thing is told. @param {Report} report @param {import('./types.js').GameNews} news @returns {Report} */
export function told(report, news) {
  switch (news.type) {
    case 'queued':
      return { ...report, status: 'queued', ahead: news.ahead };
    case 'progress':
      return { ...report, status: 'running', done: news.done, all: news.all };
    case 'turn':
      return { ...report, status: 'running', turns: new Map(report.turns).set(`${news.round}.${news.turn}`, news) };
    case 'summary':
      return { ...report, rounds: news.rounds };
    case 'done':
      return { ...report, status: 'done' };
    default:
      return report;
  }
}

/** The turns of a round in their order, as far as they are known without a gap. @param {Report} report @param {number} round */
export function judgedRound(report, round) {
  const turns = [];
  for (let judged = report.turns.get(`${round}.1`); judged; judged = report.turns.get(`${round}.${turns.length + 1}`)) turns.push(judged);
  return turns;
}

/** The turns that decided a round, in their order. @param {Report} report @param {number} round */
export const turningPoints = (report, round) => judgedRound(report, round).filter((judged) => judged.turning_point);

/**
 * @param {Context} context
 * @param {string} id of the table
 * @param {() => void} onChange
 */
export function createReport(context, id, onChange) {
  /** @type {Report} */
  let report = NOTHING;
  let frame = 0;
  let asking = new AbortController();

  /** @param {Report} next */
  function set(next) {
    report = next;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  }

  async function start() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    set({ ...NOTHING, status: 'queued' });
    try {
      await context.api.analyseGame(id, signal, (news) => set(told(report, news)));
      if (!signal.aborted && report.status !== 'done') set({ ...report, status: 'failed', text: context.say('web.study.broken') });
    } catch (error) {
      const isPlayed = error instanceof ApiError && error.status === STILL_PLAYED;
      if (!signal.aborted) set({ ...report, status: isPlayed ? 'refused' : 'failed', text: failureText(context, error) });
    }
  }

  return {
    get: () => report,
    start: () => void start(),
    end() {
      // Once all is told only the end of the answer may be on its way: nothing is left to be called off.
      if (report.status !== 'done') asking.abort();
      cancelAnimationFrame(frame);
    },
  };
}

/** @typedef {ReturnType<typeof createReport>} ReportSource */
