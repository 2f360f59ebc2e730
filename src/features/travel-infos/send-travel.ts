import { travelInfos } from '#contract/modules/travel-infos.ts'
import type { Locale } from '#contract/locale.ts'
import type { OwnRow } from '#features/after-approval'
import type { ModuleForm } from '#features/forms'
import { discardEntry, newId, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'

const formPath = '/user/travel'

/**
 * Hands the form to the outbox: as a new row, as a change of the one that is there, or in the place of what has not
 * arrived yet.
 */
export async function sendTravel({
  form,
  row,
  entry,
  locale,
}: {
  form: Pick<ModuleForm, 'body' | 'values'>
  row: OwnRow<'travel_infos'> | undefined
  entry: OutboxEntry | undefined
  locale: Locale
}): Promise<OutboxEntry> {
  const module = travelInfos.name
  const body = form.body()
  const common = { module, body, title: titleOf(form.values, locale), formPath }
  // Another device made the row meanwhile: what was to be its beginning is a change of it.
  const isOvertaken = entry?.deed.kind === 'create' && row !== undefined
  if (entry && !isOvertaken) return reviseEntry(entry.id, body)
  if (!row) return submit({ ...common, entityId: newId(), deed: { kind: 'create' } })
  const sent = await submit({
    ...common,
    entityId: row.id,
    deed: { kind: 'update', baseVersion: row.version },
  })
  if (entry) await discardEntry(entry.id)
  return sent
}

/** `行程信息 · CA981` */
function titleOf(values: ModuleForm['values'], locale: Locale): string {
  const { vehicle, vehicle_no: no } = values
  const means = travelInfos.fields.vehicle.options?.find(({ value }) => value === vehicle)
  const which = typeof no === 'string' && no !== '' ? no : means?.label[locale]
  return [travelInfos.label[locale], which].filter(Boolean).join(' · ')
}
