// Records every post of the page, for tests that read them.
import "./watcher.ts";

window.keepPost = (post) => {
  window.seen.posts.push(post);
};
