// @ts-check
// The line that says how things stand, what was answered, and what is asked of the player.

import { focusBoard, h, setChildren, setText } from './dom.js';
import { familyOf } from './families/index.js';
import { gameOf } from './games.js';
import { waitingFor } from './announcements.js';
import { across } from './table-state.js';
import { nameAt, roundStatus, statusOf } from './status-texts.js';
import { cited } from './glossary.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {{ text: string, rule?: string | null | undefined, isError?: boolean, act?: { text: string, run: () => void } }} Answer What was answered, and what can be done about it. */

/** The first minute, in turns. */
const HELP_TURNS = 6;

/**
 * @param {Context} context
 * @param {(command: string) => void} act
 * @param {() => void} toNow  Ends the look back.
 */
export function createNotice(context, act, toNow) {
  const { say } = context;
  // Screen readers hear of it from the live region, where it comes after what was played.
  const head = h('p', { class: 'notice-head' });
  const more = h('p', { class: 'notice-more' });
  const asked = h('div', { class: 'notice-asked', attrs: { 'aria-live': 'polite' } });
  const element = h('section', { class: 'notice', attrs: { 'aria-label': say('web.notice') } }, h('div', { class: 'notice-text' }, head, more), asked);
  let shownQuestion = '';

  /** @param {View} view */
  function questions(view) {
    const may = (/** @type {import('../protocol.js').Ask} */ ask) => view.may.includes(ask);
    if (may('accept-draw')) return question(view.draw_offer, 'web.ask.draw', 'accept-draw', 'decline-draw');
    if (may('grant-takeback')) return question(view.takeback, 'web.ask.takeback', 'grant-takeback', 'refuse-takeback');
    if (may('accept-rematch')) return question(view.rematch_offer, 'web.ask.rematch', 'accept-rematch', 'decline-rematch');
    return null;

    /**
     * @param {import('../protocol.js').Seat | null} by
     * @param {string} key
     * @param {string} yes
     * @param {string} no
     */
    function question(by, key, yes, no) {
      const name = by === null ? '' : nameAt(say, view, by);
      return { text: say(key, { name }), yes, no };
    }
  }

  /** What is called out, each with the meaning of its word. @param {View} view */
  const calls = (view) => (view.phase === 'playing' && view.board !== null ? familyOf(view).calls(say, view) : '');

  /** @param {View} view */
  function help(view) {
    const seat = view.acts_for;
    // After a round its result is what one wants to read.
    if (seat === null || !context.settings.get().isNew || view.phase !== 'playing' || view.rounds.length > 0) return '';
    if (view.turns >= HELP_TURNS) {
      context.settings.set({ isNew: false });
      return '';
    }
    return say(gameOf(view.game).help[view.seats[seat].colour], familyOf(view).helpValues(say, view));
  }

  return {
    element,
    /**
     * @param {View} view
     * @param {Answer | null} answer
     * @param {import('./move-list.js').Look} look
     * @param {number | null} ended  The round whose end is looked at before the next one.
     */
    update(view, answer, look, ended) {
      const status = ended !== null ? roundStatus(say, view, ended) : look === null ? statusOf(say, view) : { head: look.turn === 0 ? say('web.look.start') : say('web.look', { turn: look.turn }), more: '' };
      setText(head, status.head);
      element.dataset['phase'] = view.phase;
      element.toggleAttribute('data-own', view.acts_for !== null && look === null);
      // An answer belongs to the present.
      const said = look === null ? answer : null;
      const text = said?.text ?? (ended !== null ? status.more : look === null ? waitingFor(say, view) || calls(view) || help(view) || status.more : '');
      if (more.dataset['text'] !== text) {
        more.dataset['text'] = text;
        setChildren(more, cited(context, text, said?.rule));
      }
      more.toggleAttribute('data-error', said?.isError === true);
      const asks = questions(view);
      const isPast = asks === null && look !== null;
      element.toggleAttribute('data-past', isPast && ended === null);
      element.toggleAttribute('data-ended', isPast && ended !== null);
      const offer = asks === null ? said?.act : undefined;
      element.toggleAttribute('data-asks', asks !== null);
      element.toggleAttribute('data-offer', offer !== undefined);
      const key = asks === null ? `${isPast} ${ended} ${offer ? text : ''}` : asks.yes + asks.text;
      if (key === shownQuestion) return;
      shownQuestion = key;
      const hadFocus = asked.contains(document.activeElement);
      setChildren(
        asked,
        isPast && h('button', { class: 'button', attrs: { type: 'button' }, on: { click: toNow } }, say(ended === null ? 'web.look.now' : 'web.look.next-round')),
        offer && h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => (offer.run(), focusBoard(element)) } }, offer.text),
        asks && h('span', null, asks.text),
        asks && h('button', { class: 'button button-primary', attrs: { type: 'button' }, on: { click: () => act(asks.yes) } }, say('web.yes')),
        asks && h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => act(asks.no) } }, say('web.no')),
      );
      // Answered; the game goes on where it is played.
      if (hadFocus) focusBoard(element);
    },
  };
}

/**
 * What has changed without a board: answers to what was asked.
 * @param {import('./texts.js').Say} say
 * @param {readonly import('../protocol.js').Entry[]} events
 * @param {View} view
 * @returns {string | null}
 */
export function answerTo(say, events, view) {
  for (const entry of events) {
    // Declining is news for the one who asked, not for the one who declined.
    if (!('seat' in entry) || view.viewer !== across(entry.seat)) continue;
    const name = nameAt(say, view, entry.seat);
    if (entry.event === 'draw-declined') return say('web.ask.draw.declined', { name });
    if (entry.event === 'takeback-refused') return say('web.ask.takeback.refused', { name });
    if (entry.event === 'hinted') return say('web.help.used', { name });
    if (entry.event === 'rematch-declined') return say('web.ask.rematch.declined', { name });
  }
  return null;
}
