/** Result of a passed check: details that block nothing. */
export interface Finding {
  /** Printed after the name. */
  detail?: string
  /** Warnings for the operator, one line each. */
  warnings?: readonly string[]
}

/** Runs checks and remembers failures. */
export interface Examination {
  /**
   * Runs a check and prints its line: ✓ passed, ✗ failed, and `!` lines for warnings.
   * @returns the result of the check, or undefined when it failed
   */
  check: <Found extends Finding>(name: string, check: () => Promise<Found>) => Promise<Found | undefined>
  isWell: () => boolean
}

/** Creates an examination. */
export function examine(print: (line: string) => void): Examination {
  let failures = 0
  return {
    check: async (name, check) => {
      try {
        const found = await check()
        print(`✓ ${name}${found.detail === undefined ? '' : `: ${found.detail}`}`)
        for (const warning of found.warnings ?? []) print(`  ! ${warning}`)
        return found
      } catch (error) {
        failures += 1
        print(`✗ ${name}: ${formatError(error)}`)
        return undefined
      }
    },
    isWell: () => failures === 0,
  }
}

/** Refused connections on two addresses are one error without a message. */
function formatError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(formatError).join('; ')
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
