// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe as suite, test } from 'node:test';
import { waypointsOf } from '../motion.js';
import { pressMode, releaseAction } from '../pointer.js';
import { aimedAt, canPick, configured, initialState, isTarget, isWaiting, letGo, ownPiece, picked, played, refused, seenPieces, shown, soundsOf, source, targetFor } from '../state.js';
import { allScenes } from './scenes.js';

/** @typedef {import('../types.js').Scene} Scene */

const scenes = await allScenes(async (name) => JSON.parse(await readFile(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8')));
const config = { say: (/** @type {string} */ key) => key, scene: null, isFlipped: false, hint: null, shapes: [], strokes: null, brush: null, premoves: false, isEditable: false, walksAfterClick: true, showsMovable: true, animate: true, sound: false, events: {} };
const NOW = 10_000;

/** A board that shows a scene. @param {Scene} scene */
const showing = (scene) => shown(initialState(config), scene).state;
/** The same scene, changed. @param {Scene} scene @param {object} view @returns {Scene} */
const changed = (scene, view) => ({ ...scene, view: { ...scene.view, ...view } });

suite('what can be asked', () => {
  const state = showing(scenes['tablut-middle']);
  test('pieces that can move, and their targets', () => {
    assert.ok(canPick(state, 'C5'));
    assert.equal(ownPiece(state, 'C5')?.kind, 'light');
    assert.equal(isTarget(state, 'C4'), false, 'nothing is taken up');
    assert.ok(isTarget(picked(state, 'C5'), 'C4'));
  });
  test('the targets of what is held are shown before those of what is aimed at', () => {
    assert.equal(source(state), null);
    assert.equal(source(aimedAt(state, 'C5')), 'C5');
    assert.equal(source(aimedAt(state, 'A1')), null);
    assert.equal(source(aimedAt(picked(state, 'C5'), 'E5')), 'C5');
  });
});

suite('what changes it', () => {
  const before = showing(scenes['tablut-middle']);
  const target = targetFor(before.actions, 'C5', { to: 'C4' });
  assert.ok(target);
  const sent = played(picked(before, 'C5'), 'C5', target, NOW);
  const at = (/** @type {typeof before} */ state, /** @type {string} */ point) => seenPieces(state).filter((piece) => piece.at === point).length;

  test('nothing is changed in place', () => {
    const copy = structuredClone({ pieces: before.pieces, picked: before.picked, asked: before.asked });
    refused(sent);
    letGo(picked(before, 'C5'));
    assert.deepEqual({ pieces: before.pieces, picked: before.picked, asked: before.asked }, copy);
  });
  test('what is played is seen at once, and taken back when it is refused', () => {
    assert.deepEqual([at(sent, 'C5'), at(sent, 'C4')], [0, 1]);
    assert.ok(isWaiting(sent, NOW + 100));
    const back = refused(sent);
    assert.deepEqual([at(back, 'C5'), at(back, 'C4')], [1, 0]);
    assert.equal(isWaiting(back, NOW + 100), false);
  });
  test('the same position again answers nothing; a later one does', () => {
    const scene = scenes['tablut-middle'];
    const clock = shown(sent, changed(scene, { clock: null })).state;
    assert.deepEqual([at(clock, 'C4'), isWaiting(clock, NOW + 100)], [1, true]);
    const later = shown(sent, changed(scene, { next: scene.view.next + 1 })).state;
    assert.equal(isWaiting(later, NOW + 100), false);
  });
  test('a hint goes with its position, not with a look back', () => {
    const scene = scenes['tablut-middle'];
    const hinted = configured(before, { hint: { type: 'hint', reason: null, from: 'C5', to: 'C4', text: '' } });
    assert.ok(shown(hinted, { ...scene, look: 2 }).state.config.hint);
    assert.equal(shown(hinted, changed(scene, { next: scene.view.next + 1 })).state.config.hint, null);
  });
  test('what is held is let go when something happens on the board', () => {
    const held = picked(before, 'C5');
    assert.equal(shown(held, changed(scenes['tablut-middle'], { clock: null })).state.picked, 'C5');
    const looking = shown(held, { ...scenes['tablut-middle'], look: 3 });
    assert.deepEqual([looking.state.picked, looking.isLetGo], [null, true]);
  });
  test('another round has other pieces', () => {
    const scene = scenes['tablut-middle'];
    const next = shown(before, { ...changed(scene, { round: 2 }), lines: [] });
    assert.ok(next.isOther);
    assert.equal(next.state.pieces.some(({ id }) => before.pieces.some((piece) => piece.id === id)), false);
  });
});

suite('what is heard', () => {
  test('a throw, a move, the end; nothing when a board comes', () => {
    const tavli = scenes['tavli-middle'];
    const board = /** @type {import('../../protocol.js').TavliBoard} */ (tavli.view.board);
    const before = changed(tavli, { board: { ...board, roll: null } });
    assert.deepEqual(soundsOf(before, tavli, []), ['dice']);
    assert.deepEqual(soundsOf(null, tavli, []), []);
    const moves = /** @type {const} */ (['move', 'hit', 'move']).map((sound, index) => ({ key: String(index), turn: '1', moves: [], sound }));
    assert.deepEqual(soundsOf(tavli, tavli, moves), ['hit'], 'the loudest alone');
    assert.deepEqual(soundsOf(tavli, { ...tavli, look: 3 }, moves), []);
    const over = changed(tavli, { rounds: [{ winner: 'host', reason: 'resigned', captured: { host: 0, guest: 0 }, light: 'host' }] });
    assert.deepEqual(soundsOf(tavli, over, []), ['win']);
    assert.deepEqual(soundsOf(tavli, changed(over, { viewer: 'guest' }), []), ['lose']);
    assert.deepEqual(soundsOf(tavli, changed(over, { viewer: 'spectator' }), []), ['win']);
    assert.deepEqual(soundsOf(tavli, changed(over, { rounds: [{ ...over.view.rounds[0], winner: null }] }), []), ['draw']);
  });
});

suite('gestures', () => {
  const on = (/** @type {object} */ under) => ({ point: 'C5', picked: null, isTarget: false, canPick: false, ...under });
  const release = (/** @type {object} */ gesture, /** @type {object} */ under) =>
    releaseAction({ mode: 'aim', wasPicked: false, isDragged: false, isDouble: false, ...gesture }, on(under));
  test('pressing grabs what can be taken up, unless it is a target', () => {
    assert.equal(pressMode(on({ canPick: true })), 'grab');
    assert.equal(pressMode(on({ picked: 'C5' })), 'grab');
    assert.equal(pressMode(on({ picked: 'A1', canPick: true, isTarget: true })), 'aim');
    assert.equal(pressMode(on({ picked: 'A1', canPick: true })), 'grab', 'another piece is taken up in its place');
    assert.equal(pressMode(on({ point: null, canPick: true })), 'aim');
  });
  test('letting go drops, puts down, takes up or lets go', () => {
    assert.equal(release({ mode: 'grab', isDragged: true }, { picked: 'A1' }), 'drop');
    assert.equal(release({ mode: 'grab', isDragged: true }, { picked: 'C5' }), 'let-go');
    assert.equal(release({ mode: 'grab' }, { picked: 'C5' }), 'nothing', 'it stays taken up');
    assert.equal(release({ mode: 'grab', wasPicked: true }, { picked: 'C5' }), 'let-go');
    assert.equal(release({ mode: 'grab', isDouble: true }, { picked: 'C5' }), 'play-only');
    assert.equal(release({}, { picked: 'A1' }), 'put-down');
    assert.equal(release({}, { canPick: true }), 'pick');
    assert.equal(release({}, { point: null }), 'let-go');
  });
});

test('a piece comes by where its turn takes it, and one that is hit leaves when the other arrives', () => {
  const points = new Map(['a', 'b'].map((id, x) => [id, /** @type {any} */ ({ id, x, y: 0 })]));
  const geometry = /** @type {any} */ ({ points });
  const way = waypointsOf([{ at: 'a', change: 0, isTaken: false }, { at: 'b', change: 2, isTaken: false }], geometry, { x: 9, y: 9 }, 100);
  assert.deepEqual(way.waypoints.map(({ delay, time }) => [delay, time]), [[0, 100], [100, 100]]);
  assert.deepEqual(way.waypoints[1].to, { x: 9, y: 9 }, 'the last is its place in the pile');
  assert.equal(way.time, 300);
  const [hit] = waypointsOf([{ at: 'b', change: 1, isTaken: true }], geometry, { x: 9, y: 9 }, 100).waypoints;
  assert.equal(hit.delay, 160);
});
