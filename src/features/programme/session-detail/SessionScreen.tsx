import { useQuery } from '@tanstack/react-query'
import { SessionUpdateNotice } from '#features/programme/session-updates'
import { sessionQuery, useProgramme } from '#features/programme/sessions'
import { ApiError } from '#platform/api.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useLocalized } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Abstract } from './Abstract.tsx'
import { BackLink } from './BackLink.tsx'
import { SessionNotFound } from './SessionNotFound.tsx'
import { SessionNoteSection } from './SessionNoteSection.tsx'
import { ConcurrentSessions } from './ConcurrentSessions.tsx'
import { SessionActions } from './SessionActions.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import { SessionHead } from './SessionHead.tsx'
import { SessionLinks } from './SessionLinks.tsx'
import { SessionMaterials } from './SessionMaterials.tsx'
import styles from './SessionScreen.module.css'
import { SpeakerList } from './SpeakerList.tsx'

/** Page of a session. The stored programme shows it at once; the session's own request adds text and links. */
export function SessionScreen({ id }: { id: string }) {
  const { programme, failed, retry } = useProgramme()
  const detail = useQuery(sessionQuery(id))
  const item = programme?.byId.get(id)
  const pick = useLocalized()
  useDocumentTitle(item && pick(item.row.title).text)
  const isNotFound = detail.error instanceof ApiError && detail.error.status === 404

  if (item && programme && !isNotFound) {
    return (
      <article className={styles.screen}>
        <BackLink day={item.day} />
        <SessionHead item={item} />
        <SessionUpdateNotice id={id} programme={programme} />
        <SessionFacts item={item} programme={programme} />
        <SessionActions item={item} lastModified={detail.data?.updated_at} />
        <Abstract id={id} detail={detail.data} isPending={detail.isFetching} sessions={programme.sessions} />
        <SessionNoteSection id={id} />
        <SessionLinks links={detail.data?.links} />
        <SpeakerList speakers={item.speakers} />
        <SessionMaterials id={id} />
        <ConcurrentSessions item={item} programme={programme} />
      </article>
    )
  }
  // A session published just now may be found by its own request before the list has it.
  const isProgrammeLoading = !programme && !failed
  if (isProgrammeLoading || (detail.isFetching && !isNotFound)) return <SessionSkeleton />
  const isUnknown = isNotFound || programme !== undefined
  return (
    <div className={styles.screen}>
      <BackLink />
      {isUnknown ? <SessionNotFound id={id} /> : <LoadState failed retry={retry} />}
    </div>
  )
}

function SessionSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )
}
