import type { FieldType } from '#contract/field-definition.ts'
import type { BoardView } from '#contract/module-definition.ts'
import type { ServerModule } from './server-module.ts'

/**
 * Finds errors in the definition of a module's board, on which organisers assign rows to rooms over a day. Its fields must have
 * the right types, and an action must write room and time. An exclusion rule must reject two rows in one room at one time.
 */
export function findBoardErrors({ definition, exclusions = [] }: ServerModule): string[] {
  const { board } = definition.views
  if (!board) return []
  const boardFields = [board.room, board.date, board.start, board.end]
  const isAssignable = Object.values(definition.actions ?? {}).some(({ fields = [] }) =>
    boardFields.every((key) => fields.includes(key)),
  )
  const isExcluded = exclusions.some(
    ({ same, from, to, where = [] }) =>
      same.includes(board.room) &&
      same.includes(board.date) &&
      from === board.start &&
      to === board.end &&
      // The rule must reject overlaps of the same rows that the board shows as occupying a room.
      JSON.stringify(where) === JSON.stringify(board.holds),
  )
  return [
    ...findTypeErrors(definition.fields, board),
    ...(isAssignable ? [] : ['no action gives a place and a time']),
    ...(isExcluded ? [] : ['no exclusion keeps two rows from one place at one time']),
  ].map((error) => `${definition.name}, board: ${error}`)
}

/** Finds fields of a board that are not of the type which the board needs. */
function findTypeErrors(fields: ServerModule['definition']['fields'], board: BoardView): string[] {
  const { room, date, start, end, wanted } = board
  const expectedTypes: [string, FieldType][] = [
    [room, 'relation'],
    [date, 'date'],
    [start, 'time'],
    [end, 'time'],
    ...(wanted
      ? ([
          [wanted.date, 'date'],
          [wanted.start, 'time'],
          [wanted.end, 'time'],
        ] satisfies [string, FieldType][])
      : []),
  ]
  return [
    ...expectedTypes
      .filter(([key, type]) => fields[key]?.type !== type)
      .map(([key, type]) => `${key} is no ${type}`),
    ...(fields[room]?.relation?.many ? [`${room} names several places`] : []),
  ]
}
