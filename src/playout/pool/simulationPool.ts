import type { Expansion, MoveTally, PlayoutRequest, PlayoutTally, SimulationPool } from '../../game/index.js';
import { MoveNames } from '../moveNames.js';
import { MoveSums } from '../moveSums.js';
import { type PackedState, StateLayout } from '../packedState.js';
import { TallySum } from '../tallySum.js';
import type { GameCode } from './gameCode.js';
import type { ToHost, ToWorker } from './messages.js';
import { unpackExpansions } from './packedExpansions.js';
import { type MemoryShape, PoolMemory, type Task } from './poolMemory.js';
import type { WorkerPort } from './ports.js';

/** States of a request for which there is room from the start; the shared memory grows where there are more. */
const FIRST_CAPACITY = 256;

/** States that workers expand at a time: so few that none waits long for the last, but so many that lanes are full of successors. */
const PARTS_A_THREAD = 4;
const LANES_OF_STATES = 128;

/**
 * A pool of workers, one a port, that simulates the game as one thread would, to the last bit. Requests are answered one after the other. Where
 * a worker dies, what is asked fails, then and afterwards.
 */
export async function openPool(ports: readonly WorkerPort[], code: GameCode): Promise<SimulationPool<PackedState>> {
  const pool = new WorkerPool(ports, code);
  try {
    await pool.open(code);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return pool;
}

/** Something that was asked of all workers. */
interface Question {
  readonly ask: () => void;
  /** Whether so many messages answer it, apart from that all is done. */
  readonly isAnsweredBy: (messages: number) => boolean;
  readonly receive?: (message: ToHost) => void;
}

interface PendingQuestion extends Question {
  messages: number;
  failure: Error | undefined;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

class WorkerPool implements SimulationPool<PackedState> {
  readonly #shape: Omit<MemoryShape, 'capacity'>;
  readonly #moves: MoveSums;
  #memory: PoolMemory | undefined;
  #pending: PendingQuestion | undefined;
  /** Settles when the last request has been answered. */
  #last: Promise<unknown> = Promise.resolve();
  /** Why nothing more can be asked. */
  #end: Error | undefined;

  constructor(
    private readonly ports: readonly WorkerPort[],
    { program }: GameCode,
  ) {
    const { length: stateWords } = new StateLayout(program.fluents);
    this.#shape = { threads: ports.length, stateWords, roles: program.roles.length };
    this.#moves = new MoveSums(program, new MoveNames(program));
    for (const port of ports) {
      port.onMessage((message) => this.#receive(message as ToHost));
      port.onDeath((cause) => this.#endWith(new Error(`a simulation worker died: ${cause.message}`, { cause })));
    }
  }

  get threads(): number {
    return this.ports.length;
  }

  /** Settles when all workers can play. */
  async open(code: GameCode): Promise<void> {
    await this.#put({
      ask: () => this.ports.forEach((port, thread) => send(port, { kind: 'open', code, thread })),
      isAnsweredBy: (messages) => messages === this.threads,
    });
  }

  playouts(starts: readonly PackedState[], request: PlayoutRequest): Promise<PlayoutTally> {
    return this.#inTurn(async () => {
      const memory = this.#memoryWith(starts);
      memory.writePlayouts(request);
      const moves: MoveTally[] = [];
      await this.#work(memory, 'playouts', (message) => {
        if (message.kind === 'moves') moves.push(message.moves);
      });
      const sum = new TallySum(starts.length, request, { roles: this.#shape.roles, moves: this.#moves });
      const all = starts.map((_, start) => start);
      for (let thread = 0; thread < this.threads; thread++) sum.add(memory.tallyOf(thread), all);
      for (const own of moves) sum.addGroups(own);
      return sum.tally();
    });
  }

  expand(states: readonly PackedState[]): Promise<readonly Expansion<PackedState>[]> {
    return this.#inTurn(async () => {
      const memory = this.#memoryWith(states);
      const aThread = Math.ceil(states.length / this.threads);
      memory.writeChunk(Math.min(aThread, Math.max(LANES_OF_STATES, Math.ceil(aThread / PARTS_A_THREAD))));
      const expansions = new Array<Expansion<PackedState>>(states.length);
      await this.#work(memory, 'expand', (message) => {
        if (message.kind !== 'expansions') return;
        for (const { place, expansion } of unpackExpansions(message.packed, this.#shape)) expansions[place] = expansion;
      });
      return expansions;
    });
  }

  async close(): Promise<void> {
    this.#endWith(new Error('the simulation pool is closed'));
    await Promise.all(this.ports.map((port) => port.terminate()));
  }

  #inTurn<T>(answer: () => Promise<T>): Promise<T> {
    const answered = this.#last.then(answer);
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  /** Memory with room for the states, and these in it. */
  #memoryWith(states: readonly PackedState[]): PoolMemory {
    let memory = this.#memory;
    if (memory === undefined || memory.shape.capacity < states.length) {
      memory?.begin('leave');
      const capacity = Math.max(FIRST_CAPACITY, 2 ** Math.ceil(Math.log2(states.length)));
      memory = new PoolMemory({ ...this.#shape, capacity });
      const { shape, buffer } = memory;
      for (const port of this.ports) send(port, { kind: 'memory', shape, buffer });
      this.#memory = memory;
    }
    memory.writeStates(states);
    return memory;
  }

  #work(memory: PoolMemory, task: Task, receive: (message: ToHost) => void): Promise<void> {
    const isAnsweredBy = (messages: number): boolean => memory.isAnsweredBy(messages);
    return this.#put({ ask: () => memory.begin(task), isAnsweredBy, receive });
  }

  async #put(question: Question): Promise<void> {
    if (this.#end !== undefined) throw this.#end;
    for (const port of this.ports) port.setAwaited(true);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending = { ...question, messages: 0, failure: undefined, resolve, reject };
        question.ask();
      });
    } finally {
      for (const port of this.ports) port.setAwaited(false);
    }
  }

  #receive(message: ToHost): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    if (message.kind !== 'done') pending.messages++;
    if (message.kind === 'failed') pending.failure ??= errorOf(message);
    else pending.receive?.(message);
    if (!pending.isAnsweredBy(pending.messages)) return;
    this.#pending = undefined;
    if (pending.failure === undefined) pending.resolve();
    else pending.reject(pending.failure);
  }

  #endWith(cause: Error): void {
    this.#end ??= cause;
    this.#pending?.reject(this.#end);
    this.#pending = undefined;
  }
}

const send = (port: WorkerPort, message: ToWorker): void => port.post(message);

/** What a worker threw, as the same kind of error where the language has it. */
function errorOf({ name, message }: Extract<ToHost, { kind: 'failed' }>): Error {
  return name === 'RangeError' ? new RangeError(message) : new Error(message);
}
