/** A worker as the thread sees it that started it: Node and browsers each have their own kind. */
export interface WorkerPort {
  post(message: unknown): void;
  /** The last receiver hears what the worker says. */
  onMessage(receive: (message: unknown) => void): void;
  /** The last receiver is called once, where the worker died without being told to. */
  onDeath(receive: (cause: Error) => void): void;
  /** Whether somebody waits for the worker: else it does not keep the process from ending. */
  setAwaited(isAwaited: boolean): void;
  /** Ends the worker, whatever it is doing. */
  terminate(): Promise<void>;
}

/** The thread that started a worker, as the worker sees it. */
export interface HostPort {
  /** What is transferred leaves the worker. */
  post(message: unknown, transferred: readonly ArrayBuffer[]): void;
  onMessage(receive: (message: unknown) => void): void;
}
