import { useQuery } from '@tanstack/react-query'
import { SessionNotice } from '#features/changes'
import { sessionQuery, useProgramme } from '#features/sessions'
import { ApiError } from '#lib/api.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocalized } from '#lib/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Abstract } from './Abstract.tsx'
import { BackLink } from './BackLink.tsx'
import { MissingSession } from './MissingSession.tsx'
import { OwnNote } from './OwnNote.tsx'
import { SameTime } from './SameTime.tsx'
import { SessionActions } from './SessionActions.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import { SessionHead } from './SessionHead.tsx'
import { SessionLinks } from './SessionLinks.tsx'
import { SessionMaterials } from './SessionMaterials.tsx'
import styles from './SessionScreen.module.css'
import { SpeakerList } from './SpeakerList.tsx'

/** One session. The programme on this device shows it at once; the session's own call adds text and links. */
export function SessionScreen({ id }: { id: string }) {
  const { programme, failed, retry } = useProgramme()
  const detail = useQuery(sessionQuery(id))
  const item = programme?.byId.get(id)
  const pick = useLocalized()
  useDocumentTitle(item && pick(item.row.title).text)
  const gone = detail.error instanceof ApiError && detail.error.status === 404

  if (item && programme && !gone) {
    return (
      <article className={styles.screen}>
        <BackLink day={item.day} />
        <SessionHead item={item} />
        <SessionNotice id={id} programme={programme} />
        <SessionFacts item={item} programme={programme} />
        <SessionActions item={item} lastModified={detail.data?.updated_at} />
        <Abstract id={id} detail={detail.data} waiting={detail.isFetching} sessions={programme.sessions} />
        <OwnNote id={id} />
        <SessionLinks links={detail.data?.links} />
        <SpeakerList speakers={item.speakers} />
        <SessionMaterials id={id} />
        <SameTime item={item} programme={programme} />
      </article>
    )
  }
  // A session published this minute is known to its own call before the list brings it.
  const unsettled = !programme && !failed
  if (unsettled || (detail.isFetching && !gone)) return <SessionSkeleton />
  const isUnknown = gone || programme !== undefined
  return (
    <div className={styles.screen}>
      <BackLink />
      {isUnknown ? <MissingSession id={id} /> : <LoadState failed retry={retry} />}
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
