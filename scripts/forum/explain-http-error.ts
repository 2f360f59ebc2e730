import type { Locale } from '#contract/locale.ts'
import { toSingleLine } from '#server/schedule-import/report-lines.ts'
import { errorText } from '#server/http/error-texts.ts'
import { HttpError } from '#server/errors.ts'
import { CommandFailed } from './command.ts'

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
