import { createRoot } from 'react-dom/client'
import { Trails } from './trails.tsx'

const address = new URLSearchParams(location.search)
createRoot(document.querySelector('#root')!).render(
  <Trails
    apiUrl={address.get('api') ?? 'http://localhost:4000'}
    siteUrl={address.get('site') ?? 'http://localhost:4001'}
  />,
)
