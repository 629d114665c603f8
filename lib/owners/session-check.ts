import { api } from "../routes.ts";

/**
 * Runs at the head of every page of a signed-in reader. A page that the browser kept and shows again, going back or
 * forward, is hidden until the app has answered that the same session is still open; else it is loaded anew, which
 * ends at the sign-in page. It is hidden when it is left, so that it can't be seen even for one frame.
 *
 * `sessionId` is the session's public id.
 */
export function sessionCheckScript(sessionId: string): string {
  const address = JSON.stringify(api.session(sessionId));
  return (
    "(()=>{const{style}=document.documentElement;" +
    'const hide=()=>{style.visibility="hidden";style.opacity="0"};' +
    'const show=()=>{style.visibility="";style.opacity=""};' +
    `const ask=()=>{hide();fetch(${address},{cache:"no-store",redirect:"error"})` +
    ".then((answer)=>answer.status===204?show():location.reload(),()=>location.reload())};" +
    'addEventListener("pagehide",(event)=>{if(event.persisted)hide()});' +
    'addEventListener("pageshow",(event)=>{if(event.persisted)ask()});' +
    'if(performance.getEntriesByType("navigation")[0]?.type==="back_forward")ask()})()'
  );
}
