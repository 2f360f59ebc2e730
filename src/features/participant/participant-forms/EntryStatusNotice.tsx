import { ConflictDetails } from '#features/participant/outbox'
import { EntryStatus, type OutboxEntry } from '#outbox/index.ts'

/** Shows the status of a sent entry, and on a conflict both versions with the choice between them. */
export function EntryStatusNotice({ entry }: { entry: OutboxEntry }) {
  return (
    <>
      <EntryStatus entry={entry} />
      {entry.state === 'conflict' && entry.conflict && (
        <ConflictDetails entry={entry} conflict={entry.conflict} />
      )}
    </>
  )
}
