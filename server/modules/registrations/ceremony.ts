import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { RegistrationSetting } from '#contract/forum.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { readSetting } from '#server/db/settings.ts'

/** The field by which organisers say whether a person may choose the opening ceremony. */
export const ceremonyStatus = 'attend_opening_ceremony_status'

/**
 * Whether the opening ceremony may be chosen: as the setting says when the registration is new; an organiser who takes
 * it away later takes the choice away with it.
 */
export async function canChooseCeremony(
  definition: ModuleDefinition,
  { deed, trx, given, after }: WriteHookContext,
): Promise<Record<string, unknown>> {
  if (!Object.hasOwn(definition.fields, ceremonyStatus)) return {}
  if (deed === 'create') {
    const setting = await readSetting<RegistrationSetting>(trx, 'registration')
    return { [ceremonyStatus]: setting?.attend_opening_ceremony_status === true }
  }
  return given.has(ceremonyStatus) && after[ceremonyStatus] === false ? { opening_ceremony: false } : {}
}
