import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ArticleNeighbour } from '#contract/articles.ts'
import { useLocalized } from '#platform/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ShareButton } from '#ui/ShareButton.tsx'
import type { FoundArticle } from './rows.ts'
import styles from './ArticleFoot.module.css'

/** The list of each kind of article. */
const lists = {
  informations: { to: '/news', label: 'allNews' },
  documents: { to: '/download', label: 'allDocuments' },
  qa: { to: '/qa', label: 'allQuestions' },
} as const

/** Share button, links to the neighbours and to the list of an article. */
export function ArticleFoot({ article }: { article: FoundArticle }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { previous, next } = article
  const list = lists[article.module]
  return (
    <footer className={styles.foot} data-print="off">
      <div className={styles.actions}>
        <ShareButton title={pick(article.row.title).text} />
        <Link to={list.to} className={buttonClass('quiet')}>
          {t(list.label)}
        </Link>
      </div>
      {(previous ?? next) && (
        <nav className={styles.neighbours} aria-label={t('neighbours')}>
          {previous && <Neighbour article={previous} direction="previous" />}
          {next && <Neighbour article={next} direction="next" />}
        </nav>
      )}
    </footer>
  )
}

function Neighbour({ article, direction }: { article: ArticleNeighbour; direction: 'previous' | 'next' }) {
  const { t } = useTranslation('news')
  const title = useLocalized()(article.title)
  return (
    <Link
      to="/article/view/$no"
      params={{ no: article.no }}
      rel={direction === 'previous' ? 'prev' : 'next'}
      className={`${styles.neighbour} ${styles[direction]}`}
    >
      <span className={styles.direction}>
        <Icon name={direction === 'previous' ? 'back' : 'forward'} size={16} />
        {t(direction)}
      </span>
      <span className={styles.title} lang={title.locale}>
        {title.text}
      </span>
    </Link>
  )
}
