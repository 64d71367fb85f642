// @ts-check
// A table: the board, the players, what was played, what can be done.

import { Board, announce, lastTurn, materialOf } from '../board/index.js';
import { createActions } from './game-actions.js';
import { createAfter } from './after-game.js';
import { openDiceDialog } from './dice-dialog.js';
import { focusBoard, h, iconButton, setAttr, setChildren, setIdle, setText } from './dom.js';
import { familyOf } from './families/index.js';
import { fileAddress } from './file-address.js';
import { gameOf } from './games.js';
import { invitation, seatOffer } from './invitation.js';
import { createMoves } from './move-list.js';
import { formName } from './names.js';
import { createNotice } from './notice.js';
import { createPlayer } from './player.js';
import { hashOf } from './route.js';
import { openShareDialog } from './share-dialog.js';
import { createSocketConnection } from './socket-connection.js';
import { across, inRound, linesOf, momentIn, nearSeat } from './table-state.js';
import { nameAt, scoreOf, statusOf } from './status-texts.js';
import { createTableStore } from './table-store.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('./move-list.js').Look} Look */
/** @typedef {import('../board/types.js').Scene} Scene */

/** So long the end of a round is shown, unless somebody wants to go on. */
const END_STAYS = 6000;

/**
 * @param {Context} context
 * @param {string} id
 * @param {Look} moment
 * @returns {import('./context.js').Page}
 */
export function createTablePage(context, id, moment) {
  const element = h('div', { class: 'table' });
  /** @type {Look} */
  let look = moment;
  /** The round whose end is shown before the next one, and when the next one is shown by itself. */
  const ending = { round: /** @type {number | null} */ (null), timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined) };
  let roundShown = 0;
  /** Whether somebody no longer waits for an opponent. */
  let isCancelled = false;
  /** What screen readers have been told. @type {Scene | null} */
  let announced = null;
  /** The name with which somebody is about to sit down, while everything is written in another language. @type {string | null} */
  let typedName = null;
  /** @type {ReturnType<typeof build> | null} */
  let parts = null;
  /** @type {import('./connection.js').Connect} */
  const connect = (listener) => createSocketConnection({ address: (since) => context.api.socketAddress(id, context.lang(), since) }, listener);
  const store = createTableStore(context, id, connect, {
    stillIn: () => parts?.board.stillIn() ?? 0,
    onChange: update,
    onStatus: showConnection,
    onWhy: (text) => parts?.board.note(text),
    onRefused: (text) => parts?.board.refuse(text),
    onHint: (hint) => parts?.board.set({ hint }),
  });

  function build() {
    const { say } = context;
    const doing = {
      act: store.act,
      hint: store.askHint,
      say: store.speak,
      flip: () => context.settings.set({ flip: !context.settings.get().flip }),
      share,
      dice: () => openDiceDialog(context, store.state(), context.promises.of(id)),
    };
    const host = h('div', { class: 'board-host' });
    const overlay = h('div', { class: 'board-overlay' });
    const heading = h('h1');
    const score = h('p', { class: 'score' });
    const sheet = h('div', { class: 'sheet' });
    const handle = iconButton('menu', say('web.sheet'), () => {
      // While the sheet lies over the table, its place below the board is kept: the board stands still.
      if (!element.hasAttribute('data-sheet')) element.style.setProperty('--sheet-room', `${sheet.getBoundingClientRect().height}px`);
      const isOpen = element.toggleAttribute('data-sheet');
      handle.setAttribute('aria-expanded', String(isOpen));
    }, { class: 'sheet-handle' });
    handle.setAttribute('aria-expanded', String(element.hasAttribute('data-sheet')));
    const made = {
      host,
      overlay,
      heading,
      score,
      far: createPlayer(context, 'far'),
      near: createPlayer(context, 'near'),
      moves: createMoves(context, lookAt),
      notice: createNotice(context, store.act, () => lookAt(null)),
      actions: createActions(context, doing),
      after: createAfter(context, doing),
      board: Board(host, { say, ...boardSettings(), events: { command: store.play, why: store.askWhy, tell: context.announce } }),
    };
    setChildren(
      element,
      made.far.element,
      h('div', { class: 'table-board' }, host, overlay),
      made.near.element,
      sheet,
    );
    setChildren(sheet, handle, h('div', { class: 'table-title' }, heading, score), made.notice.element, made.actions.element, made.after.element, made.moves.element);
    return made;
  }

  function boardSettings() {
    const { animate, sound, flip, showMovable } = context.settings.get();
    return { animate, sound, isFlipped: flip, showsMovable: showMovable };
  }

  /** @param {Look} next */
  function lookAt(next) {
    const isNews = look !== null || next !== null;
    look = next;
    ending.round = null;
    clearTimeout(ending.timer);
    // The address of a moment can be copied from the bar; looking around does not fill the history.
    history.replaceState(null, '', look === null ? location.pathname : hashOf(look));
    update();
    if (isNews) tellMoment();
  }

  /** The moment looked at, and what was played in it. */
  function tellMoment() {
    const state = store.state();
    if (state.view === null) return;
    const { say } = context;
    if (look === null) return context.announce(statusOf(say, state.view).head);
    const { round, turn } = look;
    context.announce(turn === 0 ? say('web.look.start') : say('web.look', { turn }));
    if (turn > 0) context.announce(lastTurn(say, { view: inRound(state.view, round), lines: linesOf(state, round), look: turn - 1 }));
  }

  function share() {
    const view = store.state().view;
    const at = look ?? (view?.phase === 'over' && view.turns > 0 ? { round: view.round, turn: view.turns } : null);
    if (view === null) return;
    const { say, settings } = context;
    const round = at?.round ?? view.round;
    const lines = linesOf(store.state(), round);
    const names = `${nameAt(say, view, 'host')} – ${nameAt(say, view, 'guest')}`;
    const caption = (/** @type {number} */ turn) => ({ names, about: say('web.share.caption', { game: say(gameOf(view.game).title), turn }) });
    openShareDialog(context, {
      id,
      path: location.pathname + (at === null ? '' : hashOf(at)),
      picture: () => parts?.board.picture() ?? '',
      caption: caption(at?.turn ?? lines.length),
      film: view.board === null || lines.length === 0 ? null : { scene: { view: inRound(view, round), lines, look: null }, isFlipped: settings.get().flip, caption },
    });
  }

  function update() {
    const state = store.state();
    const { view } = state;
    // Those who come later want to see this game, not the next one.
    if (state.next !== null && state.isNextNew) {
      context.go(state.next);
      return;
    }
    if (view === null) {
      showMissing();
      return;
    }
    parts ??= build();
    context.kept.see(id, view);
    if (isCancelled && view.phase === 'aborted') {
      context.go('/');
      return;
    }
    // What an address names is known only when the game is.
    look = momentIn(state, look);
    holdEnd(state);
    const { say, settings } = context;
    const flipped = settings.get().flip;
    const near = flipped ? across(nearSeat(view)) : nearSeat(view);
    const isEnded = view.phase === 'over' || view.phase === 'aborted';
    // The men beside the players are made of what those on the board are.
    setAttr(element, 'data-material', view.board && materialOf(view));
    setAttr(element, 'data-dice', view.board && String(familyOf(view).hasDice));
    setAttr(element, 'data-phase', view.phase);
    setAttr(element, 'data-busy', store.isBusy());
    setAttr(element, 'data-looking', look !== null);
    setText(parts.heading, say(gameOf(view.game).title));
    showScore(view);
    parts.near.update(state, near);
    parts.far.update(state, across(near));
    parts.moves.update(state, look);
    parts.notice.update(view, store.answer(), look, ending.round);
    parts.actions.element.hidden = isEnded || view.phase === 'waiting';
    parts.after.element.hidden = !isEnded;
    if (isEnded) parts.after.update(state);
    else parts.actions.update(view, store.isBusy());
    const wasInOverlay = parts.overlay.contains(document.activeElement);
    showOverlay(view);
    // A seat is asked for once; after a refusal it can be asked for again.
    const sitDown = parts.overlay.querySelector('button[type=submit]');
    if (sitDown instanceof HTMLElement) setIdle(sitDown, store.isBusy());
    if (view.board !== null) {
      const round = look?.round ?? view.round;
      // To the board a moment is the number of its last line; before the first there is none.
      parts.board.set({ scene: { view: inRound(view, round), lines: linesOf(state, round), look: look === null ? null : look.turn - 1 } });
      // Who has just sat down, or had the link in hand when the other one did, goes on at the board.
      if (wasInOverlay && parts.overlay.hidden) focusBoard(parts.overlay);
    }
    announceChange({ view, lines: linesOf(state, view.round), look: null });
    document.title = title();
    tick();
  }

  /** A round that has just ended stays on the board until it has been seen. @param {import('./table-state.js').TableState} state */
  function holdEnd(state) {
    const round = state.view?.round ?? 0;
    if (roundShown > 0 && round > roundShown && look === null) {
      look = { round: roundShown, turn: linesOf(state, roundShown).length };
      ending.round = roundShown;
      ending.timer = setTimeout(() => lookAt(null), END_STAYS);
    }
    roundShown = round;
  }

  /** @param {Scene} scene */
  function announceChange(scene) {
    if (scene.view.board === null || announced?.view === scene.view) return;
    const finished = announced === null ? [] : linesOf(store.state(), announced.view.round);
    for (const text of announce(context.say, announced, scene, finished)) context.announce(text);
    announced = scene;
  }

  /** @param {View} view */
  function showScore(view) {
    if (!parts) return;
    const { near, far } = scoreOf(view);
    const text = context.say('web.score', { round: view.round, near, far });
    setText(parts.score, view.form === 'single' ? '' : text);
    setAttr(parts.score, 'title', formName(context.say, view.form));
  }

  /** @param {View} view */
  function showOverlay(view) {
    if (!parts) return;
    const kind = view.phase !== 'waiting' ? '' : view.may.includes('join') ? 'join' : 'invite';
    if (parts.overlay.dataset['kind'] === kind) return;
    parts.overlay.dataset['kind'] = kind;
    parts.overlay.hidden = kind === '';
    setChildren(
      parts.overlay,
      kind !== '' && h('img', { class: 'waiting-board', attrs: { src: fileAddress(`pictures/${gameOf(view.game).picture}.svg`), alt: '', width: 600, height: 500 } }),
      kind === 'join' && seatOffer(context, view, typedName, store.join),
      kind === 'invite' && invitation(context, id, view, cancel),
    );
  }

  /** Nobody has come: the table is taken away. */
  function cancel() {
    isCancelled = true;
    store.act('abort');
  }

  function showMissing() {
    const { say } = context;
    if (store.isMissing()) context.setBanner('');
    else {
      if (element.childElementCount === 0) setChildren(element, h('p', { class: 'table-loading', attrs: { role: 'status' } }, say('web.loading')));
      return;
    }
    setChildren(
      element,
      h(
        'section',
        { class: 'panel missing' },
        h('h1', null, say('web.missing')),
        h('p', null, say('web.missing.about')),
        h('a', { class: 'button button-primary', attrs: { href: '/' } }, say('web.missing.home')),
      ),
    );
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  function tick() {
    clearTimeout(timer);
    const state = store.state();
    if (!parts || state.view === null) return;
    const near = context.settings.get().flip ? across(nearSeat(state.view)) : nearSeat(state.view);
    const now = performance.now();
    const wait = Math.min(parts.near.tick(state, near, now), parts.far.tick(state, across(near), now));
    if (wait !== Infinity) timer = setTimeout(tick, wait);
  }

  function title() {
    const { view } = store.state();
    if (view === null) return 'Tablen';
    const game = context.say(gameOf(view.game).title);
    return view.acts_for !== null && view.viewer !== 'both' ? `● ${statusOf(context.say, view).head} – ${game}` : `${game} – Tablen`;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {Element | null} */ (event.target);
    const isTyping = target?.matches('input, textarea, select, [role=radio]') ?? false;
    const isOnBoard = parts?.host.contains(target) === true && !event.shiftKey;
    if (isTyping || isOnBoard || document.querySelector('dialog[open]') || event.altKey || event.metaKey) return;
    if (parts?.moves.key(event.key)) event.preventDefault();
  }

  /** @param {import('./connection.js').Status} status */
  function showConnection(status) {
    document.body.dataset['link'] = status;
    if (status === 'open') context.setBanner('');
    else if (status === 'stopping') context.setBanner(context.say('web.link.stopping'));
    else if (status === 'lost') context.setBanner(context.say(navigator.onLine ? 'web.link.lost' : 'web.link.offline'));
  }

  /** Somebody is back at the page, or the network is. */
  function comeBack() {
    if (document.visibilityState === 'visible') store.hurry();
  }

  document.addEventListener('keydown', onKey);
  addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  const stopSettings = context.settings.onChange((_, changed) => {
    if ('lang' in changed) return;
    parts?.board.set(boardSettings());
    update();
  });
  update();
  return {
    element,
    title,
    relabel() {
      store.speakLanguage();
      parts?.moves.end();
      parts?.board.destroy();
      typedName = parts?.overlay.querySelector('input')?.value ?? null;
      parts = null;
      update();
    },
    end() {
      clearTimeout(timer);
      clearTimeout(ending.timer);
      document.removeEventListener('keydown', onKey);
      removeEventListener('online', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
      delete document.body.dataset['link'];
      context.setBanner('');
      stopSettings();
      parts?.moves.end();
      parts?.board.destroy();
      store.end();
    },
  };
}
