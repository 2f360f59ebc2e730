export { fieldLayouts, listFormFields, type FormFieldKey, type ParticipantModule } from './field-layouts.ts'
export {
  getRequestedAtMs,
  prefetchParticipantRows,
  getParticipantRowsKey,
  participantRowsQuery,
  type ParticipantRow,
} from './participant-rows.ts'
export { useIsSent } from './use-is-sent.ts'
