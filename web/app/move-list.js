// @ts-check
// What has been played, turn by turn; each turn can be looked at again.

import { h, iconButton, setAttr, setChildren, setIdle, setText } from './dom.js';
import { familyOf } from './families/index.js';
import { gameOf } from './games.js';
import { agreedText } from './names.js';
import { firstKnown, inRound, linesOf, placeAmong, turnsOf } from './table-state.js';
import { nameAt } from './status-texts.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./table-state.js').TableState} TableState */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('./route.js').Moment | null} Look  The moment looked at; null is now. */

/** A turn is pointed at for so long before its position is seen. */
const PREVIEW_AFTER = 120;

/** A replay shows a turn about as long as it takes to understand it. */
const AUTOPLAY_WAIT = 1400;

/**
 * @param {Context} context
 * @param {(look: Look) => void} onLook
 * @param {(moment: Look) => void} onPreview a turn is pointed at, or none any more
 * @param {(moment: { round: number, turn: number }) => void} onFurther what was played before what is known is wanted, back to that moment
 */
export function createMoves(context, onLook, onPreview, onFurther) {
  const { say } = context;
  const list = h('ol', { class: 'moves-list' });
  // Before the first move there is only what was agreed.
  const agreed = h('p', { class: 'moves-agreed' });
  const scroller = h('div', { class: 'moves-scroll', attrs: { tabindex: 0, role: 'group', 'aria-label': say('web.moves') } }, agreed, list);
  const rounds = h('div', { class: 'moves-rounds', attrs: { role: 'group', 'aria-label': say('web.moves.rounds') } });
  const play = iconButton('play', say('web.moves.play'), () => (timer === null ? start() : stop()));
  const back = [iconButton('first', say('web.moves.first'), () => go(0)), iconButton('previous', say('web.moves.previous'), () => go(turnShown() - 1))];
  const on = [iconButton('next', say('web.moves.next'), () => go(turnShown() + 1)), iconButton('last', say('web.moves.last'), () => go(Infinity))];
  const showNotation = () => void import('./notation-dialog.js').then(
    ({ openNotationDialog }) => state?.view && openNotationDialog(context, state.view),
    () => context.toast(say('web.error.server')),
  );
  const key = h('button', { class: 'moves-key', attrs: { type: 'button', title: say('web.notation'), 'aria-label': say('web.notation') }, on: { click: showNotation } }, '?');
  // Where a game is under way, its rules are read beside it.
  const rules = h('a', { class: 'moves-key', attrs: { target: '_blank', title: say('web.home.rules'), 'aria-label': say('web.home.rules') } }, '§');
  const nav = h('div', { class: 'moves-nav', attrs: { role: 'group', 'aria-label': say('web.moves.look-back') } }, back, play, on, rules, key);
  const element = h('section', { class: 'moves', attrs: { 'aria-label': say('web.moves') } }, rounds, scroller, nav);
  /** @type {TableState | null} */
  let state = null;
  /** @type {Look} */
  let look = null;
  /** @type {Line[]} */
  let written = [];
  /** @type {ReturnType<typeof setInterval> | null} */
  let timer = null;
  /** @type {Element | undefined} */
  let revealed;

  const roundShown = () => look?.round ?? state?.view?.round ?? 1;
  const turnsShown = () => (state === null ? 0 : turnsOf(state, roundShown()));
  const turnShown = () => look?.turn ?? turnsShown();

  /** @param {number} turn */
  function go(turn) {
    const last = turnsShown();
    const isNow = turn >= last && roundShown() === (state?.view?.round ?? 1);
    onLook(isNow ? null : { round: roundShown(), turn: Math.min(Math.max(0, turn), last) });
  }

  function start() {
    if (turnShown() >= turnsShown()) go(0);
    timer = setInterval(() => {
      go(turnShown() + 1);
      if (turnShown() >= turnsShown()) stop();
    }, AUTOPLAY_WAIT);
    showPlay();
  }

  function stop() {
    if (timer !== null) clearInterval(timer);
    timer = null;
    showPlay();
  }

  function showPlay() {
    const label = say(timer === null ? 'web.moves.play' : 'web.moves.pause');
    const fresh = iconButton(timer === null ? 'play' : 'pause', label, () => {});
    setAttr(play, 'title', label);
    setAttr(play, 'aria-label', label);
    setChildren(play, ...fresh.childNodes);
  }

  function write() {
    if (state === null) return;
    const lines = linesOf(state, roundShown());
    const view = state.view;
    const earlier = written[0] === undefined ? 0 : lines.indexOf(written[0]);
    if (view && earlier > 0) prepend(lines.slice(0, earlier).map((line) => lineItem(view, line)));
    const known = earlier > 0 ? lines.slice(0, earlier).concat(written) : written;
    const kept = known.findIndex((line, index) => lines[index] !== line);
    const from = kept < 0 ? known.length : kept;
    while (list.childElementCount > from) list.lastElementChild?.remove();
    if (view) list.append(...lines.slice(from).map((line) => lineItem(view, line)));
    written = lines;
    setAttr(list, 'data-dice', view && String(familyOf(view).hasDice));
    const current = currentItem();
    for (const marked of list.querySelectorAll('[aria-current]')) marked.removeAttribute('aria-current');
    current?.firstElementChild?.setAttribute('aria-current', 'step');
    // A list that was scrolled elsewhere stays there until something else is shown.
    if (current !== revealed) reveal(current);
    const ofRounds = [...Array(view?.round ?? 1).keys()].map((index) => index + 1).filter((round) => round === (view?.round ?? 1) || turnsOf(/** @type {TableState} */ (state), round) > 0);
    agreed.hidden = lines.length > 0;
    setText(agreed, view === null ? '' : agreedText(say, view));
    if (view) setAttr(rules, 'href', `/learn/${gameOf(view.game).opponents}`);
    for (const button of back) setIdle(button, turnShown() === 0);
    for (const button of on) setIdle(button, turnShown() >= turnsShown());
    setIdle(play, lines.length === 0);
    rounds.hidden = ofRounds.length < 2;
    showRounds(ofRounds);
    setAttr(element, 'data-looking', look !== null);
  }

  /** Puts earlier turns before those that are there, which stay where they are seen. @param {HTMLElement[]} items */
  function prepend(items) {
    const height = scroller.scrollHeight;
    list.prepend(...items);
    scroller.scrollTop += scroller.scrollHeight - height;
  }

  scroller.addEventListener('scroll', () => {
    const first = state === null ? 1 : firstKnown(state, roundShown());
    if (first > 1 && scroller.scrollTop < scroller.clientHeight) onFurther({ round: roundShown(), turn: first - 1 });
  }, { passive: true });

  /** The turn whose position is seen while it is pointed at. @type {string | undefined} */
  let pointed;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let previewTimer;

  /** @param {EventTarget | null} at */
  function preview(at) {
    const turn = at instanceof Element ? at.closest('.move')?.getAttribute('data-turn') ?? undefined : undefined;
    if (turn === pointed) return;
    clearTimeout(previewTimer);
    const was = pointed;
    pointed = turn;
    // Who only passes over the list does not want to see the board in turmoil.
    const wait = was === undefined && turn !== undefined ? PREVIEW_AFTER : 0;
    previewTimer = setTimeout(() => onPreview(turn === undefined ? null : { round: roundShown(), turn: Number(turn) }), wait);
  }
  list.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && preview(event.target));
  list.addEventListener('pointerleave', () => preview(null));

  const currentItem = () => list.children[placeAmong(written, turnShown())];
  // A phone that is turned, or a sheet that opens, leaves the list at another height.
  const observer = new ResizeObserver(() => reveal(currentItem()));
  observer.observe(scroller);

  /** @param {Element | undefined} item */
  function reveal(item) {
    revealed = item;
    // Only the list scrolls, never the page under it.
    if (!(item instanceof HTMLElement)) scroller.scrollTop = 0;
    else if (item.offsetTop < scroller.scrollTop) scroller.scrollTop = item.offsetTop;
    else if (item.offsetTop + item.offsetHeight > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = item.offsetTop + item.offsetHeight - scroller.clientHeight;
    }
  }

  /** @param {import('../protocol.js').View} view @param {Line} line */
  function lineItem(view, line) {
    const { roll, steps } = familyOf(view).lineParts(say, line);
    return h(
      'li',
      { attrs: { 'data-seat': line.seat } },
      h(
        'button',
        { class: 'move', attrs: { type: 'button', 'data-turn': line.turn }, on: { click: () => (stop(), go(line.turn)) } },
        h('span', { class: 'move-number' }, String(line.turn)),
        h('span', { class: 'token token-small', attrs: { 'data-colour': colourOf(line), 'aria-hidden': 'true' } }),
        roll !== '' && h('span', { class: 'move-roll' }, [...roll].map((die) => h('span', null, die))),
        h('span', { class: 'move-text' }, stepsOf(steps)),
      ),
    );
  }

  /** A line may end after a step, never within one. @param {string[]} steps */
  const stepsOf = (steps) => steps.flatMap((step, index) => [index > 0 && ' ', h('span', { class: 'move-step' }, step)]);

  /** @param {Line} line */
  function colourOf(line) {
    const view = state?.view;
    return view ? inRound(view, line.round).seats[line.seat].colour : null;
  }

  /** A round that is over says who won it. @param {number} round */
  function roundLabel(round) {
    const view = state?.view;
    const result = view?.rounds[round - 1];
    if (!view || !result) return say('web.moves.round', { round });
    const name = result.winner === null ? say('web.result.draw') : nameAt(say, view, result.winner);
    return say('web.moves.round-won', { round, name });
  }

  /** The buttons stay as long as there are as many rounds, so that the focus can stay on one. @param {number[]} known */
  function showRounds(known) {
    if (rounds.childElementCount !== known.length) setChildren(rounds, known.map((round) => roundButton(round)));
    for (const [index, round] of known.entries()) {
      const button = /** @type {Element} */ (rounds.children[index]);
      setAttr(button, 'aria-pressed', String(round === roundShown()));
      setText(button, roundLabel(round));
    }
  }

  /** @param {number} round */
  function roundButton(round) {
    return h('button', {
      class: 'tab',
      attrs: { type: 'button' },
      on: { click: () => (stop(), onLook(round === state?.view?.round ? null : { round, turn: turnsOf(/** @type {TableState} */ (state), round) })) },
    });
  }

  return {
    element,
    /**
     * @param {TableState} next
     * @param {Look} shown
     */
    update(next, shown) {
      state = next;
      look = shown;
      write();
    },
    /** Replays the round that is shown, from after a turn on. @param {number} turn */
    replay(turn) {
      stop();
      go(turn);
      start();
    },
    /** @param {number} turns back or on */
    step(turns) {
      stop();
      go(turnShown() + turns);
    },
    /** Keys of the look back; tells whether the key was one. @param {string} key */
    key(key) {
      const steps = { ArrowLeft: turnShown() - 1, ArrowRight: turnShown() + 1, Home: 0, End: Infinity };
      if (!(key in steps)) return false;
      stop();
      go(steps[/** @type {keyof typeof steps} */ (key)]);
      return true;
    },
    end() {
      stop();
      clearTimeout(previewTimer);
      observer.disconnect();
    },
  };
}
