import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { locales, selectLocalizedText } from '#contract/locale.ts'
import { SessionUpdateNotice } from '#features/programme/session-updates'
import { sessionQuery, useProgramme, type ProgrammeItem, TrackLabel } from '#features/programme/sessions'
import { ApiError } from '#platform/api.ts'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { useLocalized, loadMemberTexts, useLocale } from '#platform/locale.ts'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { useCurrentUser } from '#platform/auth.ts'
import { CalendarButton } from '#features/programme/calendar'
import { getPublicOrigin } from '#platform/urls.ts'
import { ShareButton } from '#ui/ShareButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { favourites, useIsFavourite, StarButton } from '#features/programme/favourites'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Abstract } from './Abstract.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import { ConcurrentSessions, SessionLinks, SessionMaterials, SpeakerList } from './SessionLists.tsx'
import styles from './SessionScreen.module.css'
import sessionActionsStyles from './SessionActions.module.css'
import backLinkStyles from './BackLink.module.css'
import sessionHeadStyles from './SessionHead.module.css'

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
  // With the programme loaded, a session that is not in it does not exist, even when its own request failed.
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

/** Loaded only for users with notes, because it brings the outbox. */
const SessionNote = lazy(async () => {
  const [notes] = await Promise.all([import('#features/programme/notes'), loadMemberTexts()])
  return { default: notes.SessionNote }
})

/**
 * The user's note of the session: for all signed-in users except organisers. `canTakeNotes` has the same rule, but is
 * loaded with the notes.
 */
function SessionNoteSection({ id }: { id: string }) {
  const user = useCurrentUser()
  if (user.id === undefined || user.role === 'organiser') return null
  return (
    <Suspense>
      <SessionNote key={`${user.id} ${id}`} sessionId={id} />
    </Suspense>
  )
}

interface SessionActionsProps {
  item: ProgrammeItem
  /** When the session was last changed; only its own request returns it. */
  lastModified: string | undefined
}

/** Actions of a session: add to the calendar, share. */
function SessionActions({ item, lastModified }: SessionActionsProps) {
  const pick = useLocalized()
  const forum = useForum()
  const url = `${getPublicOrigin()}/agenda/${item.id}`
  return (
    <div className={sessionActionsStyles.actions} data-print="off">
      <CalendarButton items={[item]} fileName={item.id} forum={forum} url={url} lastModified={lastModified} />
      <ShareButton title={pick(item.row.title).text} url={url} />
    </div>
  )
}

/**
 * Link back to the agenda: through the history to the user's scroll position, or for visitors who opened this page
 * first, to the session's day.
 */
function BackLink({ day }: { day?: string }) {
  const { t } = useTranslation('session-detail')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to="/agenda"
      search={day ? { day } : {}}
      className={backLinkStyles.back}
      data-print="off"
      onClick={(event) => {
        if (!canGoBack || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <Icon name="back" size={20} />
      {t('back')}
    </Link>
  )
}

/** Shown for a session that does not exist or was withdrawn; its star can be removed. */
function SessionNotFound({ id }: { id: string }) {
  const { t } = useTranslation('session-detail')
  const isStarred = useIsFavourite(id)
  useDocumentTitle(t('missing_title'))
  return (
    <EmptyState
      level={1}
      title={t('missing_title')}
      text={t(isStarred ? 'missing_starred' : 'not_found')}
      action={
        isStarred ? (
          <Button variant="filled" onClick={() => void favourites.remove([id])}>
            {t('remove_star')}
          </Button>
        ) : (
          <Link to="/agenda" className={buttonClass('filled')}>
            {t('to_agenda')}
          </Link>
        )
      }
    />
  )
}

/** Title in the current language, the other one below, and the star. */
function SessionHead({ item }: { item: ProgrammeItem }) {
  const { t } = useTranslation('session-detail')
  const { t: tFavourites } = useTranslation('favourites')
  const locale = useLocale()
  const title = selectLocalizedText(item.row.title, locale)
  const otherLocales = locales.filter((each) => each !== title.locale && item.row.title[each])
  const subtitle = selectLocalizedText(item.row.subtitle, locale)
  return (
    <header className={sessionHeadStyles.head}>
      <div className={sessionHeadStyles.text}>
        {item.track && <TrackLabel track={item.track} locale={locale} />}
        <h1
          id="session-title"
          lang={title.locale}
          data-cancelled={item.row.state === 'cancelled' || undefined}
        >
          {title.text}
        </h1>
        {/* A title that is the same in both languages is shown once. */}
        {otherLocales
          .filter((each) => item.row.title[each] !== title.text)
          .map((each) => (
            <p key={each} lang={each} className={sessionHeadStyles.other}>
              {item.row.title[each]}
            </p>
          ))}
        {subtitle.text && <p lang={subtitle.locale}>{subtitle.text}</p>}
        {item.row.state === 'cancelled' && <p className={sessionHeadStyles.cancelled}>{t('cancelled')}</p>}
      </div>
      <StarButton sessionId={item.id} label={tFavourites('star')} titleId="session-title" />
    </header>
  )
}
