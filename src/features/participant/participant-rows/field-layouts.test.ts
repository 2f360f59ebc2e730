import { expect, test } from 'vitest'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { speechMaterials } from '#contract/modules/speech-materials.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { systemFields, type ModuleDefinition } from '#contract/module-definition.ts'
import { listFormFields, listRequestedFields, type ParticipantModule } from './field-layouts.ts'

/** Fields that no screen of a participant shows, by module. */
const unusedFields: Record<ParticipantModule, readonly string[]> = {
  travel_infos: ['owner_id'],
  side_meetings: ['owner_id', 'locale'],
  speech_materials: ['owner_id', 'presenter'],
}

const modules: [ParticipantModule, ModuleDefinition][] = [
  ['travel_infos', travelInfos],
  ['side_meetings', sideMeetings],
  ['speech_materials', speechMaterials],
]

test.each(modules)('the form of %s has every field that participants write, once', (module, { fields }) => {
  const writtenFields = Object.keys(fields).filter((key) => fields[key]?.surfaces.form)
  expect(listFormFields(module).toSorted()).toEqual(writtenFields.toSorted())
})

test.each(modules)('the app requests every field of %s that a screen shows, once', (module, { fields }) => {
  const shownFields = Object.keys(fields).filter(
    (key) => !Object.hasOwn(systemFields, key) && !unusedFields[module].includes(key),
  )
  expect(listRequestedFields(module).toSorted()).toEqual(shownFields.toSorted())
})
