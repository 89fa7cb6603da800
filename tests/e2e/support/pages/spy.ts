// Keeps every post of the page, for tests that look at them.
import "./watcher.ts";

window.keepPost = (post) => {
  window.seen.posts.push(post);
};
