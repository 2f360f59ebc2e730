export {
  getRequestedAtMs,
  prefetchParticipantRows,
  getParticipantRowsKey,
  participantRowsQuery,
  type ParticipantModule,
  type ParticipantRow,
} from './participant-rows.ts'
export { useIsSent } from './use-is-sent.ts'
