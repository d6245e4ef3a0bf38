() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const still = app?.dataset.testScriptState === "notRunning" && app.dataset.testConnectionState === "CONNECTED";
  return still && document.querySelector("#root h1") && !document.querySelector('[data-testid="stSkeleton"]');
}
