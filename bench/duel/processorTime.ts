/**
 * The clock of duels: milliseconds that a processor worked for this process, all its threads together. Other programs
 * do not count.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
