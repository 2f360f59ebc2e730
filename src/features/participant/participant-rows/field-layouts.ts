import type { sideMeetings } from '#contract/modules/side-meetings.ts'
import type { speechMaterials } from '#contract/modules/speech-materials.ts'
import type { travelInfos } from '#contract/modules/travel-infos.ts'

/** The definitions of the modules in which participants have rows of their own, by the module's name. */
export interface ParticipantDefinitions {
  travel_infos: typeof travelInfos
  side_meetings: typeof sideMeetings
  speech_materials: typeof speechMaterials
}

export type ParticipantModule = keyof ParticipantDefinitions

/** How a module's screens arrange its fields. `Key` is a key of a field in the module's definition. */
interface FieldLayout<Key extends string> {
  /**
   * Sections of the form in order. `name` is the last part of the locale key of the title, `section.{name}`. Fields in
   * an inner array are side by side.
   */
  sections: readonly { name: string; fields: readonly (Key | readonly Key[])[] }[]
  /**
   * Further fields that the app requests, because a screen shows them or depends on them. Participants cannot write
   * them.
   */
  readOnly: readonly Key[]
}

/**
 * The fields of participants' rows that the app shows, in its order. The definition of a module declares its fields; a
 * unit test fails when a field of a form is missing here. No definition is imported at run time, because every visit
 * loads this file and definitions are large.
 */
export const fieldLayouts = {
  travel_infos: {
    sections: [
      { name: 'arrival', fields: ['vehicle', 'need_pickup_delivery', 'vehicle_no', 'arrive_station'] },
      { name: 'hotel', fields: ['need_book_hotel', 'room_style', 'entry_at', 'leave_at'] },
      { name: 'catering', fields: ['special_catering_needs', 'other_catering_needs'] },
      { name: 'memo', fields: ['memo'] },
    ],
    readOnly: ['is_frozen'],
  },
  side_meetings: {
    sections: [
      { name: 'about', fields: ['name', 'master_unit', 'subject', 'guests'] },
      {
        name: 'when',
        fields: ['apply_date', ['start_time_at', 'end_time_at'], 'room_size', 'need_interpretaion_equipment'],
      },
    ],
    readOnly: [
      'status',
      'assigned_date',
      'assigned_start_time_at',
      'assigned_end_time_at',
      'assigned_room',
      'amount',
      'payment_reference',
      'payee_name',
      'payee_bank',
      'payee_account',
      'pay_by',
      'paid_at',
      'reason',
    ],
  },
  speech_materials: {
    sections: [
      { name: 'files', fields: ['chinese_resume', 'english_resume', 'presentation'] },
      { name: 'remarks', fields: ['memo'] },
    ],
    readOnly: [],
  },
} as const satisfies {
  [Module in ParticipantModule]: FieldLayout<keyof ParticipantDefinitions[Module]['fields'] & string>
}

type Layouts = typeof fieldLayouts

/** Turns an inner array of a section into its keys. */
type Flat<Item> = Item extends readonly (infer Key)[] ? Key : Item

/** Key of a field of a module's form. */
export type FormFieldKey<Module extends ParticipantModule> = Flat<
  Layouts[Module]['sections'][number]['fields'][number]
>

/** Key of a field that the app requests. */
export type RequestedFieldKey<Module extends ParticipantModule> =
  | FormFieldKey<Module>
  | Layouts[Module]['readOnly'][number]

/** Lists the fields of a module's form, in the order on screen. */
export function listFormFields<Module extends ParticipantModule>(
  module: Module,
): readonly FormFieldKey<Module>[] {
  const { sections }: FieldLayout<string> = fieldLayouts[module]
  return sections.flatMap(({ fields }) =>
    fields.flat(),
  ) as readonly string[] as readonly FormFieldKey<Module>[]
}

/** Lists the fields to request. The server's default for lists leaves out long texts and the account to pay to. */
export function listRequestedFields<Module extends ParticipantModule>(
  module: Module,
): readonly RequestedFieldKey<Module>[] {
  return [...listFormFields(module), ...fieldLayouts[module].readOnly]
}
