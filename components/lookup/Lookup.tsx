/** The search field's place in the frame. */
export function Lookup() {
  return <form className="find" role="search" />;
}
