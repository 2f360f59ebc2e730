import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getFileUrl } from '#platform/api.ts'
import { formatFileKind, formatFileSize } from '#platform/files.ts'
import { useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Lists.module.css'
import { materialsQuery } from './materials-query.ts'

/** Lists the published speech files of the session with their speakers. */
export function SessionMaterials({ id }: { id: string }) {
  const { t } = useTranslation('session-detail')
  const pick = useLocalized()
  const { data = [] } = useQuery(materialsQuery(id))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="session-materials" className={styles.section}>
      <h2 id="session-materials">{t('materials')}</h2>
      <ul className={styles.plain}>
        {data.map(({ id: materialId, title, presenter, file }) => {
          const name = pick(title)
          const facts = [
            pick(presenter).text,
            file && formatFileKind(file),
            file && formatFileSize(file.sizeBytes),
          ]
          return (
            file && (
              <li key={materialId}>
                <a href={getFileUrl(file.no)} rel="noopener" target="_blank" className={styles.link}>
                  <Icon name="download" size={18} />
                  <span>
                    <span lang={name.locale}>{name.text}</span>
                    <small>{facts.filter(Boolean).join(' · ')}</small>
                  </span>
                </a>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
