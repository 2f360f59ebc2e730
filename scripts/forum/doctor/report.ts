/** What a look may find beside "well": something to know that hinders nothing. */
export interface Finding {
  /** Said behind the name. */
  detail?: string
  /** Lines of their own, for what the operator should mend some day. */
  warnings?: readonly string[]
}

/** Takes looks and remembers whether one failed. */
export interface Examination {
  /**
   * Does one look and prints its line: ✓ well, ✗ not, with `!` lines for what only wants attention.
   * @returns what the look returned, or undefined when it failed
   */
  look: <Found extends Finding>(name: string, check: () => Promise<Found>) => Promise<Found | undefined>
  isWell: () => boolean
}

/** Begins an examination. */
export function examine(print: (line: string) => void): Examination {
  let failures = 0
  return {
    look: async (name, check) => {
      try {
        const found = await check()
        print(`✓ ${name}${found.detail === undefined ? '' : `: ${found.detail}`}`)
        for (const warning of found.warnings ?? []) print(`  ! ${warning}`)
        return found
      } catch (error) {
        failures += 1
        print(`✗ ${name}: ${messageOf(error)}`)
        return undefined
      }
    },
    isWell: () => failures === 0,
  }
}

/** Refused connections on two addresses come as one error without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
