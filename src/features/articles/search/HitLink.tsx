import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchHit } from '#contract/api.ts'
import { selectLocalizedText } from '#contract/locale.ts'
import { getFileUrl } from '#platform/api.ts'
import { useLocale } from '#platform/locale.ts'

interface HitLinkProps {
  module: string
  hit: SearchHit
  className: string | undefined
  /** Called when the user opens the hit. */
  onFollow: () => void
  children: ReactNode
}

/** Links a hit to the screen of its module. A hit without a screen has no link. */
export function HitLink({ module, hit, className, onFollow, children }: HitLinkProps) {
  const locale = useLocale()
  const getText = (key: string) => (typeof hit.fields[key] === 'string' ? hit.fields[key] : '')
  const linkProps = { className, onClick: onFollow }
  switch (module) {
    case 'sessions':
      return (
        <Link to="/agenda/$sessionId" params={{ sessionId: hit.id }} {...linkProps}>
          {children}
        </Link>
      )
    case 'informations':
    case 'documents':
    case 'qa':
      return (
        <Link to="/article/view/$no" params={{ no: getText('no') }} {...linkProps}>
          {children}
        </Link>
      )
    case 'speakers':
      // Speakers have no page: the agenda is searched by the name.
      return (
        <Link to="/agenda" search={{ q: selectLocalizedText(hit.title, locale).text }} {...linkProps}>
          {children}
        </Link>
      )
    case 'pages':
      return (
        <Link to="/suzhou" hash={getText('slug')} {...linkProps}>
          {children}
        </Link>
      )
    case 'places':
      return (
        <Link to="/suzhou" hash={`place-${hit.id}`} {...linkProps}>
          {children}
        </Link>
      )
    case 'exhibitors':
      return (
        <Link to="/show/$exhibitorId" params={{ exhibitorId: hit.id }} {...linkProps}>
          {children}
        </Link>
      )
    case 'materials':
      return (
        <a href={getFileUrl(getFileNo(hit.fields['file']))} target="_blank" rel="noopener" {...linkProps}>
          {children}
        </a>
      )
    default:
      return <div className={className}>{children}</div>
  }
}

function getFileNo(file: unknown): string {
  return typeof file === 'object' && file !== null && 'no' in file ? String(file.no) : ''
}
