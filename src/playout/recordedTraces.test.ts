import type { Game } from '../game/index.js';
import { replayRecordedTraces } from '../../test/replayTraces.js';
import { compiled } from './fakeRounds.js';
import { groundGame } from './groundGame.js';

replayRecordedTraces({
  engines: (program) => [groundGame(program), compiled(program).game] as Game[],
  part: 0,
  parts: 2,
});
