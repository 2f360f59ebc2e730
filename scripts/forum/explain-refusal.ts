import type { Locale } from '#contract/locale.ts'
import { oneLine } from '#server/feeds/import/texts.ts'
import { errorText } from '#server/http/error-texts.ts'
import { Refusal } from '#server/http/refusal.ts'
import { CommandFailed } from './command.ts'

/** A refusal of the engine as the line that the operator reads; anything else as it is. */
export function explainRefusal(error: unknown, locale: Locale): unknown {
  if (!(error instanceof Refusal)) return error
  const [field] = error.fields
  return new CommandFailed(
    field
      ? oneLine(`${field.path}: ${errorText(field.key, locale, field.params)}`)
      : errorText(error.key, locale, error.params),
  )
}
