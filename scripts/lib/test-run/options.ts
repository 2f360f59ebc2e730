import { parseArgs } from 'node:util'

/** Part of a run: the `index`th of `count`, counted from 1. */
export interface Shard {
  index: number
  count: number
}

export interface RunOptions {
  shard?: Shard
  isList: boolean
  isResume: boolean
  /** Names of stages, or substrings of paths: only these run. */
  paths: string[]
}

/**
 * Parses the arguments of `npm test` and `npm run test:full`.
 * @throws Error that says in one line what is wrong
 */
export function parseOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      shard: { type: 'string' },
      list: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
    },
  })
  const options = { isList: values.list, isResume: values.resume, paths: positionals }
  return values.shard === undefined ? options : { ...options, shard: parseShard(values.shard) }
}

function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count) return shard
  throw new Error(`--shard takes a part like 2/4, not ${text}`)
}
