import './style/index.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { followTheme } from './theme.ts'

followTheme()
const page = document.getElementById('page')
if (page === null) throw new Error('the page has no place for the dashboard')
render(<App />, page)
