/** The place of the picture while its proof loads. */
export function PictureSkeleton() {
  return (
    <section className="proof-picture" aria-busy="true">
      <output className="vh">Loading...</output>
      <div className="proof-blank">
        <span className="bone" />
      </div>
    </section>
  )
}
