import { ConflictDetails } from '#features/outbox'
import { EntryStatus, type OutboxEntry } from '#outbox/index.ts'

/** Where something that was sent stands; both versions and the choice between them when it was changed elsewhere, too. */
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
