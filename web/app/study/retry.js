// @ts-check
// A moment of a game once more: somebody looks for a better turn, and is told whether it is one.

import { h, setChildren } from '../dom.js';
import { failureText } from '../failure-text.js';
import { chanceOf } from './engine.js';
import { percent } from './lines.js';
import { digitsOf } from './rolls.js';
import { nodeAt } from './tree.js';
import { ownChances } from './verdict.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {'try' | 'checking' | 'best' | 'better' | 'no-better'} Stage */

/** Less than this is no difference. */
const HARDLY = 0.02;
/** So long a turn is looked at before it is judged. */
const SECONDS = 3;

/** @type {Record<Exclude<Stage, 'try' | 'checking'>, string>} */
const VERDICTS = { best: 'studies.retry.best', better: 'studies.retry.better', 'no-better': 'studies.retry.no-better' };

/** How a turn compares with the best one and with the one of the game. @param {JudgedTurn} judged @param {string} turn @param {number} chance the mover's after it @returns {Exclude<Stage, 'try' | 'checking'>} */
export function compared(judged, turn, chance) {
  const [before, after] = ownChances(judged);
  if (turn === judged.best?.text || chance >= before - HARDLY) return 'best';
  return chance > after + HARDLY ? 'better' : 'no-better';
}

/**
 * @param {Context} context
 * @param {Session} session
 * @param {{ onChange: () => void, showBetter: (judged: JudgedTurn) => void, playOn: (side: import('../../protocol.js').Colour) => void }} doing `playOn` for the side that tries
 */
export function createRetry(context, session, { onChange, showBetter, playOn }) {
  const { say } = context;
  const element = h('section', { class: 'retry', attrs: { hidden: true, 'aria-live': 'polite' } });
  /** @type {{ judged: JudgedTurn, from: number, stage: Stage, text: string, turn: string } | null} */
  let retry = null;
  let asking = new AbortController();

  /** The throw is the one of the game. @param {JudgedTurn} judged @param {number} from the node before its turn */
  async function begin(judged, from) {
    asking.abort();
    retry = { judged, from, stage: 'try', text: '', turn: '' };
    await session.go(from);
    const roll = /^(\d{3}):/.exec(judged.text)?.[1];
    if (roll !== undefined) await session.throwDice(digitsOf(roll));
    show();
    onChange();
  }

  function end() {
    asking.abort();
    if (retry === null) return;
    retry = null;
    show();
    onChange();
  }

  async function check() {
    if (retry === null) return;
    const { judged } = retry;
    const view = session.answer()?.view ?? null;
    const { turn } = nodeAt(session.study().tree, session.study().current);
    retry = { ...retry, stage: 'checking', turn };
    show();
    asking = new AbortController();
    const { signal } = asking;
    /** @type {number | null} */
    let chance = view?.phase === 'over' && view.winner ? Number(view.seats[view.winner].colour === 'light') : null;
    try {
      if (chance === null) {
        await context.api.analyse({ ...session.request(), lines: 1, seconds: SECONDS }, signal, (news) => {
          if (news.type !== 'queued' && news.type !== 'done') chance = chanceOf(news) ?? chance;
        });
      }
      if (signal.aborted || retry === null) return;
      const light = chance ?? 0.5;
      const own = judged.colour === 'light' ? light : 1 - light;
      const stage = compared(judged, turn, own);
      retry = { ...retry, stage, text: say(VERDICTS[stage], { percent: percent(own), before: percent(ownChances(judged)[1]) }) };
    } catch (error) {
      if (!signal.aborted && retry !== null) retry = { ...retry, stage: 'no-better', text: failureText(context, error) };
    }
    show();
    onChange();
  }

  function show() {
    element.hidden = retry === null;
    if (retry === null) return;
    const { judged, from, stage, text } = retry;
    const button = (/** @type {string} */ label, /** @type {() => void} */ act) => h('button', { class: 'button button-small', attrs: { type: 'button' }, on: { click: act } }, label);
    element.dataset['stage'] = stage;
    setChildren(
      element,
      h('p', null, stage === 'try' ? say('studies.retry.ask', { turn: judged.turn }) : stage === 'checking' ? say('studies.retry.checking') : text),
      h(
        'div',
        { class: 'row' },
        stage !== 'try' && stage !== 'checking' && button(say('studies.retry.again'), () => void begin(judged, from)),
        button(say('studies.retry.solution'), () => {
          end();
          showBetter(judged);
        }),
        stage !== 'checking' && button(say('studies.play-on'), () => playOn(judged.colour)),
        button(say('web.close'), end),
      ),
    );
  }

  return {
    element,
    begin,
    end,
    /** Whether the computer's thoughts would give the answer away. */
    isAsking: () => retry !== null && (retry.stage === 'try' || retry.stage === 'checking'),
    /** One has gone to another node. */
    moved() {
      if (retry === null || retry.stage === 'checking') return;
      const { tree, current } = session.study();
      const isTried = nodeAt(tree, current).parent === retry.from;
      if (retry.stage === 'try' && isTried && session.isCurrent()) void check();
      else if (current !== retry.from && !isTried) end();
    },
  };
}
