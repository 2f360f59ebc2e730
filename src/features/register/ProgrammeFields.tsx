import { useTranslation } from 'react-i18next'
import { FormField, type FieldChoice, type ModuleForm } from '#features/forms'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocalized } from '#lib/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { TrackBadge } from '#ui/TrackBadge.tsx'
import styles from './ProgrammeFields.module.css'
import { findOverlapping, listOverlappingChoices } from './overlaps.ts'
import type { RegistrationOptions, SubForum } from './use-registration-options.ts'

/** Opening ceremony, sub-forums with the priority among those at the same time, tours with their seats. */
export function ProgrammeFields({ form, choices }: { form: ModuleForm; choices: RegistrationOptions }) {
  const { t } = useTranslation('register')
  const words = useChoiceLabels()
  if (!choices.isReady) return <LoadState failed={choices.failed} retry={choices.retry} rows={8} />
  const { subForums, tours, seatsLeft, mayAttendCeremony } = choices
  const picks = subForums.filter(({ id }) => isPick(form, 'sub_forum', id))
  const clashing = listOverlappingChoices(picks)
  return (
    <>
      {mayAttendCeremony === false ? (
        <p className={styles.closed}>{t('choices.ceremonyClosed')}</p>
      ) : (
        <FormField form={form} name="opening_ceremony" help={t('choices.ceremony')} />
      )}
      <FormField
        form={withPriorityCleared(form, subForums)}
        name="sub_forum"
        help={t('choices.subForums')}
        choices={subForums.map((forum) => ({
          value: forum.id,
          label: words.subForum(forum),
          note: words.notes(
            words.when(forum),
            picks.includes(forum) && words.sameTime(findOverlapping(forum, picks)),
          ),
        }))}
      />
      <FormField
        form={form}
        name="priority_sub_forum"
        choices={clashing.map((forum) => ({
          value: forum.id,
          label: words.subForum(forum),
          note: words.when(forum),
        }))}
      />
      <FormField
        form={form}
        name="activities"
        choices={tours.map((tour): FieldChoice => {
          const left = seatsLeft[tour.id]
          const isChosen = isPick(form, 'activities', tour.id)
          return {
            value: tour.id,
            label: words.tour(tour),
            isClosed: left === 0,
            note: words.notes(
              words.when(tour),
              left !== undefined && (left === 0 ? t('choices.full') : t('choices.seats', { count: left })),
              isChosen && words.leavesEarly(findOverlapping(tour, picks)),
            ),
          }
        })}
      />
    </>
  )
}

function isPick(form: ModuleForm, field: string, id: string): boolean {
  const value = form.values[field]
  return Array.isArray(value) && value.includes(id)
}

/** A priority that is none of the picks at the same time any more is taken back with the pick. */
function withPriorityCleared(form: ModuleForm, subForums: readonly SubForum[]): ModuleForm {
  return {
    ...form,
    set: (key, value) => {
      form.set(key, value)
      const picks = subForums.filter(({ id }) => Array.isArray(value) && value.includes(id))
      const isRight = listOverlappingChoices(picks).some(({ id }) => id === form.values['priority_sub_forum'])
      if (!isRight && form.values['priority_sub_forum']) form.set('priority_sub_forum', null)
    },
  }
}

/** The words of choices, in the reader's language and the forum's time. */
export function useChoiceLabels() {
  const { t } = useTranslation('register')
  const pick = useLocalized()
  const time = useForumTime()
  const codes = (forums: readonly SubForum[]) => forums.map(({ code }) => code).join(t('choices.and'))
  return {
    subForum: (forum: SubForum) => (
      <span className={styles.name}>
        <TrackBadge position={forum.colour} code={forum.code ?? ''} /> {pick(forum.name).text}
      </span>
    ),
    tour: ({ code, name }: { code: string; name: SubForum['name'] }) => `${code} ${pick(name).text}`,
    when: ({ starts_at, ends_at }: { starts_at?: string | null; ends_at?: string | null }) =>
      starts_at && ends_at ? `${time.day(starts_at)} ${time.range(starts_at, ends_at)}` : '',
    sameTime: (others: readonly SubForum[]) =>
      others.length > 0 && (
        <b className={styles.warning}>{t('choices.sameTime', { codes: codes(others) })}</b>
      ),
    leavesEarly: (others: readonly SubForum[]) =>
      others.length > 0 && (
        <b className={styles.warning}>{t('choices.leavesEarly', { codes: codes(others) })}</b>
      ),
    notes: (...parts: React.ReactNode[]) => (
      <span className={styles.notes}>
        {parts.filter(Boolean).map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and do not move
          <span key={index}>{part} </span>
        ))}
      </span>
    ),
  }
}
