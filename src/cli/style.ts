import Table from 'cli-table3';
import picocolors from 'picocolors';
import type { Outside, Output } from './outside.js';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours for terminals only, and never where `NO_COLOR` is set (no-color.org). */
export function coloursFor(output: Output, env: Outside['env']): Colours {
  return picocolors.createColors(isColourful(output, env));
}

export function isColourful(output: Output, env: Outside['env']): boolean {
  return output.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

const NO_BORDERS = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Rows under titles, columns aligned, no borders: good to read and to cut. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], colours: Colours): string {
  const hasTitles = columns.some((column) => column.title !== '');
  const drawn = new Table({
    ...(hasTitles ? { head: columns.map((column) => colours.bold(column.title)) } : {}),
    chars: NO_BORDERS,
    colAligns: columns.map((column) => column.align ?? 'left'),
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  drawn.push(...rows.map((row) => [...row]));
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Whole numbers with separators that need no locale: 127,872. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export function milliseconds(ms: number): string {
  return ms < 9.95 ? `${ms.toFixed(1)} ms` : `${count(Math.round(ms))} ms`;
}

/** So many a second: small ones with a decimal. */
export function rate(perSecond: number): string {
  return perSecond < 9.95 ? perSecond.toFixed(1) : count(Math.round(perSecond));
}

/** What is measured, for JSON: finer than a thousandth (a microsecond of milliseconds) is noise. */
export function rounded(number: number): number {
  return Math.round(number * 1000) / 1000;
}
