-- For wrk: requests probes, and counts those that did not succeed.
local threads = {}

function setup(thread)
    table.insert(threads, thread)
end

function init()
    failed = 0
end

function response(status, headers, body)
    if status ~= 200 or not body:find("\nprobe_success 1\n", 1, true) then failed = failed + 1 end
end

function done(summary)
    local lost = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
    for _, thread in ipairs(threads) do lost = lost + thread:get("failed") end
    io.stderr:write(string.format('{"checks":%d,"failed":%d}\n', summary.requests, lost))
end
