import type { Locale } from '#contract/locale.ts'
import { HttpError } from '#server/errors.ts'
import { errorText } from '#server/http/error-texts.ts'
import { toSingleLine } from '#server/schedule-import/report-lines.ts'
import { CommandFailed } from './command.ts'

/** Returns the language of the operator's terminal: Chinese when the environment says so, else English. */
export function getOperatorLocale(env: NodeJS.ProcessEnv): Locale {
  const language = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

/** Converts an HttpError to the line that the operator reads. Other errors pass through. */
export function explainHttpError(error: unknown, locale: Locale): unknown {
  if (!(error instanceof HttpError)) return error
  const [field] = error.fields
  return new CommandFailed(
    field
      ? toSingleLine(`${field.path}: ${errorText(field.key, locale, field.params)}`)
      : errorText(error.key, locale, error.params),
  )
}
