/** What all hosts of the core have, Node and browsers: its own libraries do not declare it. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
