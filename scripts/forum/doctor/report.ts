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
  hasPassed: () => boolean
}

/** Creates an examination. */
export function examine(print: (line: string) => void): Examination {
  let failures = 0
  return {
    check: async (name, check) => {
      try {
        const finding = await check()
        print(`✓ ${name}${finding.detail === undefined ? '' : `: ${finding.detail}`}`)
        for (const warning of finding.warnings ?? []) print(`  ! ${warning}`)
        return finding
      } catch (error) {
        failures += 1
        print(`✗ ${name}: ${formatError(error)}`)
        return undefined
      }
    },
    hasPassed: () => failures === 0,
  }
}

/** Formats an error. Node reports refused connections to several addresses as one AggregateError without a message. */
function formatError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(formatError).join('; ')
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
