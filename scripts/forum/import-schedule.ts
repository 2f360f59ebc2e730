import { parseArgs } from 'node:util'
import type { Locale } from '#contract/locale.ts'
import { createClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { InvalidScheduleError } from '#server/schedule-import/schedule.ts'
import { importFile, type ImportFileOptions } from '#server/schedule-import/import-file.ts'
import { formatIssueLine, formatImportText } from '#server/schedule-import/report-lines.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { openMigrated } from './open-forum.ts'
import { getOperatorLocale } from './operator-texts.ts'

const usage = 'npm run forum -- import-schedule FILE [--dry-run] [--skip-bad] [--replace-sample] [--as-forum]'

/** `import-schedule`: imports a conference's schedule, completely or not at all. */
export const importSchedule: Command = {
  usage,
  run: async (args) => {
    const locale = getOperatorLocale(process.env)
    const { file, switches: options } = readArguments(args, locale)
    const config = readConfig(process.env)
    const clock = createClock()
    await importFile(file, options, {
      openDatabase: () => openMigrated(config),
      now: () => clock.now(),
      locale,
      print: (line) => console.log(line),
      printError: (line) => console.error(line),
    }).catch((error: unknown) => {
      throw error instanceof InvalidScheduleError
        ? new CommandFailed(formatIssueLine(locale, error.issue))
        : error
    })
  },
}

function readArguments(args: string[], locale: Locale): { file: string; switches: ImportFileOptions } {
  const flagOption = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': flagOption,
      'skip-bad': flagOption,
      'replace-sample': flagOption,
      'as-forum': flagOption,
    },
  })
  const [file, ...extraArguments] = positionals
  if (file === undefined || extraArguments.length > 0)
    throw new UsageError(formatImportText(locale, { key: 'usage.one_file' }), usage)
  const options = {
    dryRun: values['dry-run'],
    skipBad: values['skip-bad'],
    replaceSample: values['replace-sample'],
    asForum: values['as-forum'],
  }
  return { file, switches: options }
}
